// SPDX-License-Identifier: GPL-2.0-only
#ifndef REPRODUCTION_STATEMENTS_H
#define REPRODUCTION_STATEMENTS_H

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "paper-reproduction/outcomes.h"
#include "paper-reproduction/statistics.h"

namespace ns3::bacepipe::reproduction
{

/**
 * @brief One text's runs of one sample.
 */
class SampleView
{
  public:
    /**
     * @param outcomes of all runs; must outlive the view
     * @param text of TEXTS
     * @param sample its number
     * @param base the variant that stands for the base run
     */
    SampleView(const Outcomes& outcomes,
               const std::string& text,
               std::size_t sample,
               const std::string& base = BASE);

    /**
     * @param variant its name
     * @param policy its name
     * @return that run, or nullptr if there is none or it is not complete
     */
    const Outcome* Find(const std::string& variant, const std::string& policy) const;

    /**
     * @param variant its name
     * @param policy its name
     * @param reference another policy
     * @param measure what is compared
     * @return by how many per cent the one is over the other, if both are complete
     */
    std::optional<double> GetOver(const std::string& variant,
                                  const std::string& policy,
                                  const std::string& reference,
                                  Measure measure) const;

    /**
     * @param variant its name
     * @param policy one of the five
     * @param measure what is compared
     * @return by how many per cent the policy is over the lowest of the other four, if all five
     *         are complete
     */
    std::optional<double> GetOverBestOther(const std::string& variant,
                                           const std::string& policy,
                                           Measure measure) const;

  private:
    const Outcomes& m_outcomes; //!< of all runs
    const std::string& m_text;  //!< of TEXTS
    std::size_t m_sample;       //!< its number
    std::string m_base;         //!< the variant that stands for the base run
};

/// What a statement says of a sample's value.
enum class Direction
{
    ABOVE,     //!< above 0
    NOT_ABOVE, //!< 0 or below
    NOT_BELOW, //!< 0 or above
    WITHIN_1,  //!< from -1 to 1
};

/// A statement of the paper.
struct Statement
{
    std::string figure;                  //!< as "4"
    std::string claim;                   //!< in words, without commas
    std::string published;               //!< the paper's number, as printed; empty if it gives none
    std::optional<double> publishedLow;  //!< lower end of it
    std::optional<double> publishedHigh; //!< upper end of it
    std::string variant;                 //!< of the runs compared
    std::string policy;                  //!< what is compared
    std::string reference;               //!< with what; empty where it is not one policy
    Measure measure;                     //!< by which figure
    Direction direction;                 //!< of the value
    std::function<std::optional<double>(const SampleView&)> value; //!< of a sample, if it counts
};

/// What became of a statement under one text.
struct StatementRow
{
    const Statement* statement{nullptr}; //!< which
    std::string text;                    //!< of TEXTS
    Summary summary;                     //!< of the values
    Share share;                         //!< of samples in which the direction holds
};

/// @return all statements, in the order of the paper's figures
const std::vector<Statement>& GetStatements();

/**
 * @param statement a statement
 * @param text of TEXTS
 * @param outcomes of all runs
 * @param base the variant that stands for the base run
 * @return what became of it
 */
StatementRow Judge(const Statement& statement,
                   const std::string& text,
                   const Outcomes& outcomes,
                   const std::string& base = BASE);

} // namespace ns3::bacepipe::reproduction

#endif // REPRODUCTION_STATEMENTS_H
