// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-study-axes.h"

#include "ns3/bace-policy.h"
#include "ns3/bace-study-columns.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace ns3::bacepipe
{

namespace
{

/// Most levels of one axis, and most axes.
constexpr std::size_t MAX_LEVELS = 10000;
constexpr std::size_t MAX_AXES = 16;

/// Most levels of a pointer; a scenario has about six.
constexpr std::size_t MAX_DEPTH = 64;

/// Most characters of a label.
constexpr std::size_t MAX_LABEL = 500;

/**
 * @param cursor for messages
 * @param pointer a JSON pointer
 * @return it taken apart
 */
JsonTokens
ReadPointer(const JsonCursor& cursor, const std::string& pointer)
{
    if (pointer.empty() || pointer.front() != '/')
    {
        cursor.Fail('"' + Abbreviate(pointer) + '"', "a JSON pointer such as \"/wan/mesh/rate\"");
    }
    const auto tokens = SplitPointer(pointer);
    if (!tokens)
    {
        cursor.Fail('"' + Abbreviate(pointer) + "\" with a lone '~'", "~0 for '~' or ~1 for '/'");
    }
    if (tokens->size() > MAX_DEPTH)
    {
        cursor.Fail("a JSON pointer of " + std::to_string(tokens->size()) + " levels",
                    "at most " + std::to_string(MAX_DEPTH));
    }
    return *tokens;
}

/// @return the pointers of an axis: one, or an array of them
std::vector<JsonTokens>
ReadPointers(const JsonCursor& cursor)
{
    std::vector<JsonTokens> pointers;
    if (cursor.Exists() && cursor.GetValue().is_array())
    {
        const std::size_t size = cursor.GetSize("JSON pointers", 1, 1000);
        for (std::size_t i = 0; i < size; ++i)
        {
            pointers.push_back(ReadPointer(cursor[i], cursor[i].GetString("a JSON pointer")));
        }
        return pointers;
    }
    return {ReadPointer(cursor, cursor.GetString("a JSON pointer, or an array of them"))};
}

/// Factors of scaled values.
void
CheckFactor(const JsonCursor& cursor)
{
    cursor.GetNumber({0, 1e12});
}

/// @return how a value stands in tables
std::string
MakeLabel(const JsonCursor& cursor)
{
    const Json& value = cursor.GetValue();
    const std::string label = value.is_string() ? value.get<std::string>() : value.dump();
    const bool printable =
        std::none_of(label.begin(), label.end(), [](unsigned char c) { return std::iscntrl(c); });
    if (label.empty() || label.size() > MAX_LABEL || !printable)
    {
        cursor.FailValue("a value that can be written in 1 to " + std::to_string(MAX_LABEL) +
                         " characters of one line, or \"alternatives\" with names");
    }
    return label;
}

/// Adds a level whose label is new to the axis.
void
AddLevel(const JsonCursor& cursor, StudyLevel level, StudyAxis& axis)
{
    for (const StudyLevel& other : axis.levels)
    {
        if (other.label == level.label)
        {
            cursor.Fail('"' + Abbreviate(level.label) + "\" again", "each value of an axis once");
        }
    }
    axis.levels.push_back(std::move(level));
}

/// Reads an axis of values, or of factors, at given places.
void
ReadValues(const JsonCursor& cursor,
           const std::vector<JsonTokens>& pointers,
           bool scales,
           StudyAxis& axis)
{
    const std::size_t size = cursor.GetSize(scales ? "factors" : "values", 1, MAX_LEVELS);
    for (std::size_t i = 0; i < size; ++i)
    {
        if (scales)
        {
            CheckFactor(cursor[i]);
        }
        StudyLevel level{MakeLabel(cursor[i]), {}};
        for (const JsonTokens& tokens : pointers)
        {
            level.changes.push_back({tokens, scales, cursor[i].GetValue(), cursor[i].GetPointer()});
        }
        AddLevel(cursor[i], std::move(level), axis);
    }
}

/// Reads an axis of named alternatives.
void
ReadAlternatives(const JsonCursor& cursor, StudyAxis& axis)
{
    const std::size_t size = cursor.GetSize("alternatives", 1, MAX_LEVELS);
    for (std::size_t i = 0; i < size; ++i)
    {
        cursor[i].CheckKeys({"name", "set", "scale"});
        cursor[i]["name"].GetString("a name");
        StudyLevel level{MakeLabel(cursor[i]["name"]), ReadStudyChanges(cursor[i]["set"], false)};
        for (StudyChange& change : ReadStudyChanges(cursor[i]["scale"], true))
        {
            level.changes.push_back(std::move(change));
        }
        AddLevel(cursor[i]["name"], std::move(level), axis);
    }
}

/// @return one of the axes of the array "axes"
StudyAxis
ReadAxis(const JsonCursor& cursor)
{
    cursor.CheckKeys({"name", "pointer", "values", "scale", "alternatives"});
    StudyAxis axis;
    const std::string expected = "a name for a column: 1 to 64 letters, digits and '_', "
                                 "not starting with a digit";
    axis.name = cursor["name"].GetString(expected);
    const auto isWord = [](unsigned char c) { return c < 128 && (std::isalnum(c) || c == '_'); };
    if (axis.name.empty() || axis.name.size() > 64 ||
        !std::all_of(axis.name.begin(), axis.name.end(), isWord) ||
        std::isdigit(static_cast<unsigned char>(axis.name.front())))
    {
        cursor["name"].FailValue(expected);
    }
    const int kinds = (cursor["values"].Exists() ? 1 : 0) + (cursor["scale"].Exists() ? 1 : 0) +
                      (cursor["alternatives"].Exists() ? 1 : 0);
    if (kinds != 1)
    {
        cursor.Fail(kinds == 0 ? "nothing to vary" : "several of them",
                    "one of \"values\", \"scale\" and \"alternatives\"");
    }
    if (cursor["alternatives"].Exists())
    {
        if (cursor["pointer"].Exists())
        {
            cursor["pointer"].Fail("a pointer", "none: alternatives set values by their own");
        }
        ReadAlternatives(cursor["alternatives"], axis);
        return axis;
    }
    const bool scales = cursor["scale"].Exists();
    ReadValues(cursor[scales ? "scale" : "values"], ReadPointers(cursor["pointer"]), scales, axis);
    return axis;
}

/// @return an axis of values of one key of scenarios
StudyAxis
MakeAxis(const std::string& name, const JsonCursor& cursor, const JsonTokens& tokens)
{
    StudyAxis axis{name, {}};
    ReadValues(cursor, {tokens}, false, axis);
    return axis;
}

/// @return the axis of seeds: those of an array, or 1 to a number
StudyAxis
ReadSeeds(const JsonCursor& cursor)
{
    if (cursor.GetValue().is_array())
    {
        return MakeAxis("seed", cursor, {"seed"});
    }
    const uint64_t count = cursor.GetInteger(1, MAX_LEVELS);
    StudyAxis axis{"seed", {}};
    for (uint64_t seed = 1; seed <= count; ++seed)
    {
        axis.levels.push_back(
            {std::to_string(seed), {{{"seed"}, false, seed, cursor.GetPointer()}}});
    }
    return axis;
}

/// Fails where an element is not one of the choices.
void
CheckChoices(const JsonCursor& cursor, const std::vector<std::string>& choices)
{
    const std::size_t size = cursor.GetSize("names", 1, choices.size());
    for (std::size_t i = 0; i < size; ++i)
    {
        cursor[i].GetChoice(choices);
    }
}

} // namespace

std::vector<StudyChange>
ReadStudyChanges(const JsonCursor& cursor, bool scales)
{
    std::vector<StudyChange> changes;
    if (!cursor.Exists())
    {
        return changes;
    }
    if (!cursor.GetValue().is_object())
    {
        cursor.FailValue(std::string("an object: ") + (scales ? "factors" : "values") +
                         " by JSON pointers");
    }
    for (const auto& [pointer, value] : cursor.GetValue().items())
    {
        const JsonCursor place = cursor[pointer];
        if (scales)
        {
            CheckFactor(place);
        }
        changes.push_back({ReadPointer(place, pointer), scales, value, place.GetPointer()});
    }
    return changes;
}

std::vector<StudyAxis>
ReadStudyAxes(const JsonCursor& root)
{
    std::vector<StudyAxis> axes;
    const std::set<std::string> reserved = GetReservedColumns();
    std::set<std::string> taken;
    const JsonCursor list = root["axes"];
    const std::size_t size = list.Exists() ? list.GetSize("axes", 0, MAX_AXES) : 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        axes.push_back(ReadAxis(list[i]));
        std::string name = axes.back().name;
        for (char& c : name) // databases know no case in names of columns
        {
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        const bool again = !taken.insert(name).second;
        if (again || reserved.count(name) > 0)
        {
            list[i]["name"].Fail('"' + axes.back().name + "\", which " +
                                     (again ? "another axis has" : "is a column of results"),
                                 "another name");
        }
    }
    if (root["policies"].Exists())
    {
        std::vector<std::string> names;
        for (const Policy& policy : GetPolicies())
        {
            names.emplace_back(policy.name);
        }
        CheckChoices(root["policies"], names);
        axes.push_back(MakeAxis("policy", root["policies"], {"policy"}));
    }
    if (root["networks"].Exists())
    {
        CheckChoices(root["networks"], {"packet", "analytic"});
        axes.push_back(MakeAxis("network", root["networks"], {"network", "level"}));
    }
    if (root["seeds"].Exists())
    {
        axes.push_back(ReadSeeds(root["seeds"]));
    }
    double points = 1;
    for (const StudyAxis& axis : axes)
    {
        points *= static_cast<double>(axis.levels.size());
    }
    if (points > MAX_STUDY_POINTS)
    {
        root.Fail(FormatNumber(points) + " points", "at most " + std::to_string(MAX_STUDY_POINTS));
    }
    return axes;
}

} // namespace ns3::bacepipe
