// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-json.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace ns3::bacepipe
{

namespace
{

constexpr std::size_t MAX_DEPTH = 64;  //!< levels of nesting; a scenario needs about six
constexpr std::size_t MAX_KEYS = 1000; //!< keys of one object; a scenario needs about twenty

/**
 * @brief Builds a value from the parser's events, and checks what the parser does not.
 */
class Builder : public nlohmann::json_sax<Json>
{
  public:
    /**
     * @param root where the value goes
     * @param source what stands for the file in messages
     */
    Builder(Json& root, const std::string& source)
        : m_root(root),
          m_source(source)
    {
    }

    /// @return the byte that the parser stumbled over, 1-based
    std::size_t GetPosition() const
    {
        return m_position;
    }

    /// @return the parser's own words
    const std::string& GetReason() const
    {
        return m_reason;
    }

    // The events; see nlohmann::json_sax.
    bool null() override
    {
        Add(nullptr);
        return true;
    }

    bool boolean(bool value) override
    {
        Add(value);
        return true;
    }

    bool number_integer(Json::number_integer_t value) override
    {
        Add(value);
        return true;
    }

    bool number_unsigned(Json::number_unsigned_t value) override
    {
        Add(value);
        return true;
    }

    bool number_float(Json::number_float_t value, const std::string&) override
    {
        Add(value);
        return true;
    }

    bool string(std::string& value) override
    {
        Add(std::move(value));
        return true;
    }

    bool binary(Json::binary_t&) override
    {
        return false; // never in text
    }

    bool start_object(std::size_t) override
    {
        Open(Json::object());
        return true;
    }

    bool start_array(std::size_t) override
    {
        Open(Json::array());
        return true;
    }

    bool end_object() override
    {
        m_frames.pop_back();
        return true;
    }

    bool end_array() override
    {
        m_frames.pop_back();
        return true;
    }

    bool key(std::string& key) override
    {
        Frame& frame = m_frames.back();
        frame.key = std::move(key);
        if (!frame.keys.insert(frame.key).second)
        {
            Fail("the same key again", "each key once");
        }
        if (frame.keys.size() > MAX_KEYS)
        {
            Fail("one key more", "at most " + std::to_string(MAX_KEYS) + " keys in an object");
        }
        return true;
    }

    bool parse_error(std::size_t position,
                     const std::string&,
                     const nlohmann::detail::exception& error) override
    {
        m_position = position;
        m_reason = error.what();
        return false;
    }

  private:
    /// An object or array that is open.
    struct Frame
    {
        Json* container;            //!< the object or array
        std::string key;            //!< the key being read
        std::set<std::string> keys; //!< all keys so far
    };

    /**
     * Puts a value at the place now being read.
     * @param value the value
     * @return where it is
     */
    Json& Add(Json value)
    {
        if (m_frames.empty())
        {
            return m_root = std::move(value);
        }
        Frame& frame = m_frames.back();
        if (frame.container->is_object())
        {
            return (*frame.container)[frame.key] = std::move(value);
        }
        frame.container->push_back(std::move(value));
        return frame.container->back();
    }

    /**
     * Puts an empty container at the place now being read, and goes into it.
     * @param container the container
     */
    void Open(Json container)
    {
        Json& added = Add(std::move(container));
        m_frames.push_back({&added, {}, {}});
        if (m_frames.size() > MAX_DEPTH)
        {
            Fail("deeper nesting", "at most " + std::to_string(MAX_DEPTH) + " levels");
        }
    }

    /**
     * Throws ScenarioError, naming the place now being read.
     * @param found what is there
     * @param expected what should be
     */
    [[noreturn]] void Fail(const std::string& found, const std::string& expected) const
    {
        std::string pointer;
        for (const Frame& frame : m_frames)
        {
            if (frame.container->is_object())
            {
                pointer = AppendToPointer(pointer, frame.key);
            }
            else if (!frame.container->empty())
            {
                pointer += "/" + std::to_string(frame.container->size() - 1);
            }
        }
        throw ScenarioError(DescribeError(m_source, pointer, found, expected));
    }

    Json& m_root;                //!< where the value goes
    const std::string& m_source; //!< what stands for the file in messages
    std::vector<Frame> m_frames; //!< open containers, the outermost first
    std::size_t m_position{0};   //!< of the syntax error
    std::string m_reason;        //!< of the syntax error
};

/**
 * @param text the text
 * @param position a byte of it, 1-based
 * @return "line L, column C"
 */
std::string
DescribePosition(const std::string& text, std::size_t position)
{
    const std::size_t index = std::min(position == 0 ? 0 : position - 1, text.size());
    const auto begin = text.begin();
    const auto lines = std::count(begin, begin + index, '\n');
    const std::size_t newline = index == 0 ? std::string::npos : text.rfind('\n', index - 1);
    const std::size_t column = newline == std::string::npos ? index + 1 : index - newline;
    return "line " + std::to_string(lines + 1) + ", column " + std::to_string(column);
}

/**
 * @param text the text
 * @param position a byte of it, 1-based
 * @return what stands there, for a message
 */
std::string
DescribeText(const std::string& text, std::size_t position)
{
    const std::size_t index = position == 0 ? 0 : position - 1;
    if (index >= text.size())
    {
        return "the end of the text";
    }
    const std::size_t end = std::min(text.find('\n', index + 1), index + 100);
    return "'" + Abbreviate(text.substr(index, end - index), 20) + "'";
}

/**
 * @param words the parser's whole message
 * @return the part of it that says why, without the text it may echo
 */
std::string
ExtractReason(const std::string& words)
{
    std::size_t begin = words.find(" - ");
    begin = begin == std::string::npos ? words.rfind("] ") : begin + 1;
    begin = begin == std::string::npos ? 0 : begin + 2;
    std::size_t end = words.find("; last read", begin);
    end = std::min(end, words.find(" parsing '", begin));
    return Abbreviate(words.substr(begin, end - begin), 100);
}

/**
 * Writes a value for people.
 * @param value the value
 * @param indent the present indentation, spaces
 * @param out where to write
 */
void
Print(const Json& value, std::size_t indent, std::string& out)
{
    const bool flat = !value.is_structured() || value.empty() ||
                      (value.is_array() && std::none_of(value.begin(), value.end(), [](auto& item) {
                           return item.is_structured();
                       }));
    if (flat)
    {
        std::string separator;
        out += value.is_array() ? "[" : "";
        if (!value.is_array())
        {
            out += value.dump();
        }
        else
        {
            for (const Json& item : value)
            {
                out += separator + item.dump();
                separator = ", ";
            }
        }
        out += value.is_array() ? "]" : "";
        return;
    }
    const std::string margin(indent + 4, ' ');
    std::string separator = "\n";
    out += value.is_object() ? "{" : "[";
    for (const auto& [key, item] : value.items())
    {
        out += separator + margin;
        separator = ",\n";
        if (value.is_object())
        {
            out += Json(key).dump() + ": ";
        }
        Print(item, indent + 4, out);
    }
    out += "\n" + std::string(indent, ' ') + (value.is_object() ? "}" : "]");
}

} // namespace

Json
ParseJson(const std::string& text, const std::string& source)
{
    // The parser takes a NUL byte for the end and would ignore what follows.
    const std::size_t nul = text.find('\0');
    if (nul != std::string::npos)
    {
        throw JsonSyntaxError(
            DescribeError(source, DescribePosition(text, nul + 1), "a NUL byte", "JSON text"));
    }
    Json root;
    Builder builder(root, source);
    if (!Json::sax_parse(text, &builder, Json::input_format_t::json, true, true))
    {
        throw JsonSyntaxError(DescribeError(source,
                                            DescribePosition(text, builder.GetPosition()),
                                            DescribeText(text, builder.GetPosition()),
                                            "JSON (" + ExtractReason(builder.GetReason()) + ")"));
    }
    return root;
}

std::string
PrettyPrint(const Json& value)
{
    std::string out;
    Print(value, 0, out);
    return out + "\n";
}

} // namespace ns3::bacepipe
