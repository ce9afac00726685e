// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json-cursor.h"
#include "ns3/bace-scenario-parts.h"
#include "ns3/bace-simulation.h"
#include "ns3/bace-study.h"
#include "ns3/bace-units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>

namespace ns3::bacepipe
{

namespace
{

/// Most characters of a level and of a point in the names of files.
constexpr std::size_t MAX_LEVEL_NAME = 40;
constexpr std::size_t MAX_POINT_NAME = 180;

/// A hash that is the same everywhere (FNV-1a), as text.
std::string
Hash(const std::string& text)
{
    uint32_t hash = 2166136261U;
    for (const unsigned char c : text)
    {
        hash = (hash ^ c) * 16777619U;
    }
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", hash);
    return digits.data();
}

/// @return a text as part of a file's name: itself where it can be, else with a hash that keeps it
///         apart from others
std::string
MakeFileName(const std::string& text, std::size_t limit)
{
    const std::string name = ReplaceUnfit(text.substr(0, limit));
    return name == text ? name : name + "-" + Hash(text);
}

/// @return a number as ParseQuantity() reads it
std::string
FormatDecimal(double number)
{
    std::array<char, 400> digits{};
    const auto end = std::to_chars(digits.data(),
                                   digits.data() + digits.size(),
                                   number,
                                   std::chars_format::fixed);
    return {digits.data(), end.ptr};
}

/// @return a product without the last digit or two, which are noise: 3 x 0.1 is 0.3
double
Multiply(double number, double factor)
{
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.15g", number * factor);
    double rounded = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    return rounded;
}

/// Multiplies a number, or a quantity with a unit. @return whether it is one
bool
Scale(Json& value, double factor)
{
    if (value.is_number())
    {
        const double product = Multiply(value.get<double>(), factor);
        const bool whole = value.is_number_integer() && std::trunc(product) == product;
        if (whole && product >= 0 && product < 9e15)
        {
            value = static_cast<uint64_t>(product); // as the parser has it
        }
        else
        {
            value = product;
        }
        return true;
    }
    const auto quantity =
        value.is_string() ? ParseQuantity(value.get<std::string>()) : std::nullopt;
    if (!quantity || quantity->unit.empty())
    {
        return false;
    }
    value = FormatDecimal(Multiply(quantity->number, factor)) + quantity->unit;
    return true;
}

/// A place of a scenario that a change of the study has reached.
struct Reached
{
    std::string pointer; //!< in the scenario
    std::string place;   //!< in the study
};

/// @return whether one pointer leads through the other
bool
Contains(const std::string& outer, const std::string& inner)
{
    return inner.rfind(outer, 0) == 0 &&
           (inner.size() == outer.size() || inner[outer.size()] == '/');
}

/**
 * @brief Applies the changes of one point to a scenario.
 */
class PointMaker
{
  public:
    /**
     * @param study that the point is of
     */
    explicit PointMaker(const Study& study)
        : m_study(study),
          m_document(study.document.at("scenario"))
    {
    }

    /// Applies one change.
    void Apply(const StudyChange& change)
    {
        const std::string pattern = JoinPointer(change.tokens);
        const auto fail = [&](const std::string& found, const std::string& expected) {
            throw ScenarioError(DescribeError(m_study.source, change.place, found, expected));
        };
        const auto places = ExpandPointer(m_document, change.tokens);
        bool scaled = false;
        for (const JsonTokens& tokens : places)
        {
            const std::string pointer = JoinPointer(tokens);
            if (!change.scales)
            {
                // Of parts that were set already this would leave nothing.
                const auto other = m_set.lower_bound(pointer);
                const auto part = m_set.lower_bound(pointer + "/");
                if (other != m_set.end() && other->first == pointer)
                {
                    fail(Abbreviate(pointer) + ", which " + other->second + " sets too",
                         "each value of the scenario set once");
                }
                if (part != m_set.end() && Contains(pointer, part->first))
                {
                    fail(Abbreviate(pointer) + ", of which " + part->second + " has set " +
                             Abbreviate(part->first),
                         "it before its parts");
                }
                m_set.emplace(pointer, change.place);
                MakePlace(m_document, tokens, m_study.source + ": " + change.place) = change.value;
                m_reached.push_back({pointer, change.place});
                continue;
            }
            const Json* value = FindValue(m_document, tokens);
            if (value && value->is_null() && places.size() > 1)
            {
                continue; // as the diagonal of a matrix
            }
            if (!value)
            {
                fail(Abbreviate(pointer) + ", which is not in the scenario",
                     "a number or a quantity in " + m_study.scenarioSource);
            }
            if (!Scale(MakePlace(m_document, tokens, ""), change.value.get<double>()))
            {
                fail("what is no number at " + Abbreviate(pointer),
                     "a number, or a quantity such as \"500Mbps\"");
            }
            scaled = true;
            m_reached.push_back({pointer, change.place});
        }
        if (places.empty() || (change.scales && !scaled))
        {
            fail(Abbreviate(pattern) + ", which nothing in the scenario matches",
                 "a place in " + m_study.scenarioSource);
        }
    }

    /// @return the scenario's text, checked as a run does. @param point for messages
    std::string Finish(const StudyPoint& point)
    {
        const std::string& source = m_study.scenarioSource;
        try
        {
            const Scenario scenario = BuildScenario(m_document, source);
            Simulation::Check(scenario, {});
            return scenario.text;
        }
        catch (const ScenarioError& error)
        {
            throw ScenarioError(m_study.source + ": " + FindPlace(error.what()) + "in point " +
                                point.name + ": " + error.what());
        }
    }

  private:
    /// @return the place in the study that a message about the scenario goes back to, and ": "
    std::string FindPlace(const std::string& message) const
    {
        const std::string head = m_study.scenarioSource + ": ";
        if (message.rfind(head, 0) != 0)
        {
            return "";
        }
        const std::string pointer =
            message.substr(head.size(), message.find(": ", head.size()) - head.size());
        for (auto reached = m_reached.rbegin(); reached != m_reached.rend(); ++reached)
        {
            if (Contains(reached->pointer, pointer) || Contains(pointer, reached->pointer))
            {
                return reached->place + ": ";
            }
        }
        return m_reached.empty() ? "/scenario: " : "/axes: "; // of several changes together
    }

    const Study& m_study;                     //!< that the point is of
    Json m_document;                          //!< the scenario under way
    std::vector<Reached> m_reached;           //!< so far
    std::map<std::string, std::string> m_set; //!< of these what was set: pointer, place
};

} // namespace

std::size_t
Study::CountPoints() const
{
    std::size_t count = 1;
    for (const StudyAxis& axis : axes)
    {
        count *= axis.levels.size();
    }
    return count;
}

StudyPoint
Study::GetPoint(std::size_t index) const
{
    StudyPoint point;
    point.levels.resize(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;)
    {
        point.levels[i] = index % axes[i].levels.size();
        index /= axes[i].levels.size();
    }
    std::string name;
    for (std::size_t i = 0; i < axes.size(); ++i)
    {
        name += (i > 0 ? "_" : "") + axes[i].name + "-" +
                MakeFileName(axes[i].levels[point.levels[i]].label, MAX_LEVEL_NAME);
    }
    point.name = name.empty() ? "point" : MakeFileName(name, MAX_POINT_NAME);
    return point;
}

std::string
Study::MakeScenario(const StudyPoint& point) const
{
    PointMaker maker(*this);
    for (const bool scales : {false, true})
    {
        const auto apply = [&](const std::vector<StudyChange>& changes) {
            for (const StudyChange& change : changes)
            {
                if (change.scales == scales)
                {
                    maker.Apply(change);
                }
            }
        };
        apply(set);
        for (std::size_t i = 0; i < axes.size(); ++i)
        {
            apply(axes[i].levels[point.levels[i]].changes);
        }
    }
    return maker.Finish(point);
}

} // namespace ns3::bacepipe
