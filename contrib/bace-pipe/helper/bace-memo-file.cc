// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-memo-file.h"

#include "ns3/bace-json.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ns3::bacepipe
{

namespace
{

/// The first line of each file.
const std::string g_heading = R"({"bace_pipe_memo":1})";

/// An open file, locked until it is closed.
class LockedFile
{
  public:
    LockedFile(const std::string& path, int flags, int lock)
        : m_descriptor(open(path.c_str(), flags | O_CLOEXEC, 0666))
    {
        while (m_descriptor >= 0 && flock(m_descriptor, lock) != 0 && errno == EINTR)
        {
        }
    }

    ~LockedFile()
    {
        if (m_descriptor >= 0)
        {
            close(m_descriptor);
        }
    }

    LockedFile(const LockedFile&) = delete;
    LockedFile& operator=(const LockedFile&) = delete;

    bool IsOpen() const
    {
        return m_descriptor >= 0;
    }

    off_t GetSize() const
    {
        struct stat status
        {
        };

        return fstat(m_descriptor, &status) == 0 ? status.st_size : 0;
    }

    /// @return up to so many bytes from a place on; fewer where there are no more, or on errors
    std::string Read(off_t from, std::size_t size) const
    {
        std::string text(size, '\0');
        std::size_t length = 0;
        while (length < size)
        {
            const auto part = pread(m_descriptor,
                                    text.data() + length,
                                    size - length,
                                    from + static_cast<off_t>(length));
            if (part < 0 && errno == EINTR)
            {
                continue;
            }
            if (part <= 0)
            {
                break;
            }
            length += static_cast<std::size_t>(part);
        }
        text.resize(length);
        return text;
    }

    /// @return whether all of it could be written
    bool Write(const std::string& text) const
    {
        std::size_t length = 0;
        while (length < text.size())
        {
            const auto part = write(m_descriptor, text.data() + length, text.size() - length);
            if (part < 0 && errno == EINTR)
            {
                continue;
            }
            if (part <= 0)
            {
                return false;
            }
            length += static_cast<std::size_t>(part);
        }
        return true;
    }

  private:
    int m_descriptor; //!< negative if it could not be opened
};

/// Thrown on lines that do not hold what they should.
struct BadLine : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

Json
Write(const WaitTime& wait)
{
    Json behind = Json::array();
    for (const auto& [owner, time] : wait.behind)
    {
        if ((owner & SteadyMember::OUTSIDE) == 0)
        {
            behind.push_back({owner, time.GetTimeStep()});
        }
    }
    return {wait.total.GetTimeStep(),
            wait.notSent.GetTimeStep(),
            wait.transmission.GetTimeStep(),
            behind};
}

Json
Write(const SteadyMember& member)
{
    const SteadyIteration& iteration = member.iteration;
    const MeanEstimate& estimate = iteration.estimate;
    const StageTimes times = iteration.times.value_or(StageTimes());
    return {{"duration", iteration.duration.GetTimeStep()},
            {"mean", estimate.mean},
            {"standard_error", estimate.standardError},
            {"freedom", estimate.freedom},
            {"samples", estimate.samples},
            {"settled", iteration.settled},
            {"transient", member.transient},
            {"offset", member.offset.GetTimeStep()},
            {"horizon", member.horizon},
            {"compute", times.compute.GetTimeStep()},
            {"wait_activation", Write(times.waitActivation)},
            {"wait_gradient", Write(times.waitGradient)}};
}

/// @return a time of a line, not negative
Time
ReadTime(const Json& value)
{
    const auto steps = value.get<int64_t>();
    if (!value.is_number_integer() || steps < 0)
    {
        throw BadLine("a time");
    }
    return TimeStep(static_cast<uint64_t>(steps));
}

/// @return a number of a line, finite and not negative
double
ReadNumber(const Json& value)
{
    const auto number = value.get<double>();
    if (!std::isfinite(number) || number < 0)
    {
        throw BadLine("a number");
    }
    return number;
}

WaitTime
ReadWait(const Json& value, std::size_t members)
{
    WaitTime wait;
    wait.total = ReadTime(value.at(0));
    wait.notSent = ReadTime(value.at(1));
    wait.transmission = ReadTime(value.at(2));
    for (const Json& share : value.at(3))
    {
        const auto owner = share.at(0).get<uint32_t>();
        if (owner >= members)
        {
            throw BadLine("an owner");
        }
        wait.behind[owner] = ReadTime(share.at(1));
    }
    return wait;
}

SteadyMember
ReadMember(const Json& value, std::size_t members)
{
    SteadyMember member;
    SteadyIteration& iteration = member.iteration;
    MeanEstimate& estimate = iteration.estimate;
    iteration.duration = ReadTime(value.at("duration"));
    estimate.mean = ReadNumber(value.at("mean"));
    estimate.standardError = ReadNumber(value.at("standard_error"));
    estimate.freedom = ReadNumber(value.at("freedom"));
    estimate.samples = value.at("samples").get<uint64_t>();
    iteration.settled = value.at("settled").get<bool>();
    member.transient = ReadNumber(value.at("transient"));
    member.offset = ReadTime(value.at("offset"));
    member.horizon = value.at("horizon").get<uint64_t>();
    StageTimes times;
    times.compute = ReadTime(value.at("compute"));
    times.waitActivation = ReadWait(value.at("wait_activation"), members);
    times.waitGradient = ReadWait(value.at("wait_gradient"), members);
    iteration.times = times;
    // Student's t has one degree of freedom at least; 0 says that there is nothing to estimate.
    if (iteration.duration.IsZero() || estimate.samples == 0 ||
        (estimate.freedom > 0 && estimate.freedom < 1))
    {
        throw BadLine("an iteration");
    }
    return member;
}

/// Adds what a line holds.
void
ReadLine(const std::string& line, ComponentMemo& memo)
{
    const Json value = Json::parse(line);
    SteadyComponent component;
    component.loaded = true;
    component.anyPhase = value.at("any_phase").get<bool>();
    for (const Json& member : value.at("members"))
    {
        component.members.push_back(ReadMember(member, value.at("members").size()));
    }
    memo.Add(value.at("conditions").get<std::string>(), std::move(component));
}

/// @return the lines of what is new
std::string
FormatLines(const ComponentMemo& memo)
{
    std::string text;
    for (const auto& [conditions, components] : memo.GetContent())
    {
        for (const SteadyComponent& component : components)
        {
            if (component.loaded)
            {
                continue;
            }
            Json line = {{"conditions", conditions},
                         {"any_phase", component.anyPhase},
                         {"members", Json::array()}};
            for (const SteadyMember& member : component.members)
            {
                line["members"].push_back(Write(member));
            }
            text += line.dump() + '\n';
        }
    }
    return text;
}

} // namespace

MemoFile::MemoFile(const std::string& path)
    : m_path(path)
{
    const LockedFile file(path, O_RDWR | O_CREAT, LOCK_SH);
    if (!file.IsOpen())
    {
        throw ScenarioError("--memo=" + path + ": " + std::strerror(errno));
    }
    const std::string beginning = file.Read(0, g_heading.size() + 1);
    if (!beginning.empty() && beginning != g_heading + '\n')
    {
        throw ScenarioError("--memo=" + path +
                            ": found something else, expected a file that this option has made");
    }
}

std::size_t
MemoFile::Load(ComponentMemo& memo) const
{
    const LockedFile file(m_path, O_RDONLY, LOCK_SH);
    if (!file.IsOpen())
    {
        return 0; // removed since: nothing is known
    }
    std::istringstream lines(file.Read(0, static_cast<std::size_t>(file.GetSize())));
    std::size_t leftOut = 0;
    std::string line;
    std::getline(lines, line); // the heading
    while (std::getline(lines, line))
    {
        try
        {
            ReadLine(line, memo);
        }
        catch (const nlohmann::json::exception&)
        {
            ++leftOut;
        }
        catch (const BadLine&)
        {
            ++leftOut;
        }
    }
    return leftOut;
}

bool
MemoFile::Append(const ComponentMemo& memo) const
{
    std::string text = FormatLines(memo);
    if (text.empty())
    {
        return true;
    }
    const LockedFile file(m_path, O_RDWR | O_CREAT | O_APPEND, LOCK_EX);
    if (!file.IsOpen())
    {
        return false;
    }
    const off_t size = file.GetSize();
    if (size == 0)
    {
        text = g_heading + '\n' + text;
    }
    else if (file.Read(size - 1, 1) != "\n")
    {
        text = '\n' + text; // after the rest of a line that a killed run has left behind
    }
    return file.Write(text);
}

} // namespace ns3::bacepipe
