// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_JSON_CURSOR_H
#define BACE_JSON_CURSOR_H

#include "ns3/bace-json.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::bacepipe
{

/// A range of numbers, for checks and messages.
struct NumberRange
{
    double min;           //!< the least
    double max;           //!< the greatest
    bool openMin{false};  //!< the least itself is outside
    bool openMax{false};  //!< the greatest itself is outside
    const char* unit{""}; //!< for messages, with a leading space
};

/**
 * @brief A place in a JSON document: a value, or the absence of one, and the pointer to it.
 *
 * What is read is checked on the way; whatever is wrong throws ScenarioError with file, pointer,
 * found and expected. A place without a value is an error only when it is read without fallback.
 */
class JsonCursor
{
  public:
    /**
     * @param document the whole document, which must outlive the cursor
     * @param source what stands for its file in messages; must outlive the cursor
     */
    JsonCursor(const Json& document, const std::string& source);

    /**
     * @param key a key
     * @return the place of that key; this must be an object
     */
    JsonCursor operator[](const std::string& key) const;

    /**
     * @param index below GetSize()
     * @return the place of that element; this must be an array
     */
    JsonCursor operator[](std::size_t index) const;

    /// @return whether there is a value
    bool Exists() const;

    /// @return the value; only if there is one
    const Json& GetValue() const;

    /// @return the JSON pointer of the place
    const std::string& GetPointer() const;

    /**
     * Checks that the value is an object without unknown keys.
     * @param keys the keys it may have
     */
    void CheckKeys(const std::vector<std::string>& keys) const;

    /**
     * Checks that the value is an array.
     * @param what its elements, for the message
     * @param min the fewest elements
     * @param max the most elements
     * @return how many it has
     */
    std::size_t GetSize(const std::string& what, std::size_t min, std::size_t max) const;

    /**
     * @param min the least
     * @param max the greatest
     * @param fallback what an absent value means
     * @return the integer, which may be written 3, 3.0 or 3e0
     */
    uint64_t GetInteger(uint64_t min,
                        uint64_t max,
                        std::optional<uint64_t> fallback = std::nullopt) const;

    /**
     * @param range what is allowed
     * @param fallback what an absent value means
     * @return the number
     */
    double GetNumber(const NumberRange& range, std::optional<double> fallback = std::nullopt) const;

    /**
     * @param fallback what an absent value means
     * @return the truth value
     */
    bool GetBool(std::optional<bool> fallback = std::nullopt) const;

    /**
     * @param what for the message
     * @param fallback what an absent value means
     * @return the string
     */
    std::string GetString(const std::string& what = "a string",
                          const std::optional<std::string>& fallback = std::nullopt) const;

    /**
     * @param choices what is allowed
     * @param fallback what an absent value means
     * @return the string, one of the choices
     */
    std::string GetChoice(const std::vector<std::string>& choices,
                          const std::optional<std::string>& fallback = std::nullopt) const;

    /**
     * @return the string, fit for a name in CSV files and of folders: 1 to 64 letters, digits,
     *         '.', '_' and '-', the first one a letter, a digit or '_'
     */
    std::string GetId() const;

    /**
     * Throws ScenarioError about this place.
     * @param found what is here
     * @param expected what should be
     */
    [[noreturn]] void Fail(const std::string& found, const std::string& expected) const;

    /**
     * Throws ScenarioError about this place, where found is the value itself.
     * @param expected what should be here
     */
    [[noreturn]] void FailValue(const std::string& expected) const;

  private:
    /**
     * @param value the value, or nullptr
     * @param pointer the place
     * @param source what stands for the file
     */
    JsonCursor(const Json* value, std::string pointer, const std::string* source);

    const Json* m_value;         //!< the value, or nullptr
    std::string m_pointer;       //!< the place
    const std::string* m_source; //!< what stands for the file
};

/**
 * @param number a number
 * @return it for messages, without needless digits
 */
std::string FormatNumber(double number);

/**
 * @param words at least one
 * @return them quoted, as in: "a", "b" or "c"
 */
std::string ListChoices(const std::vector<std::string>& words);

/**
 * @param text a name
 * @return whether it is fit for CSV files and folders; see JsonCursor::GetId
 */
bool IsId(const std::string& text);

/**
 * @param text any
 * @return it with a '-' for each character that an id cannot have; see IsId()
 */
std::string ReplaceUnfit(std::string text);

} // namespace ns3::bacepipe

#endif // BACE_JSON_CURSOR_H
