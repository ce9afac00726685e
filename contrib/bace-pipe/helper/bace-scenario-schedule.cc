// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-named-schedules.h"
#include "ns3/bace-scenario-parts.h"

namespace ns3::bacepipe
{

namespace
{

/**
 * @param cursor a key of one schedule alone
 * @param schedule the job's
 * @param owner the schedule that the key is of
 * @return whether the key is there; refused beside any other schedule
 */
bool
IsGiven(const JsonCursor& cursor, const std::string& schedule, const std::string& owner)
{
    if (cursor.Exists() && schedule != owner)
    {
        cursor.Fail("a key that has no effect beside the schedule \"" + schedule + '"',
                    "it beside \"" + owner + "\" only");
    }
    return cursor.Exists();
}

} // namespace

void
ReadSchedule(const JsonCursor& cursor, TrainingJob& job)
{
    job.schedule = cursor["schedule"].GetChoice(GetPipelineScheduleNames(), "1f1b");
    const JsonCursor extra = cursor["extra_warm_up"];
    if (IsGiven(extra, job.schedule, "eager-1f1b"))
    {
        job.pipeline.extraWarmUp = extra.GetInteger(0, 1000000);
    }
    const JsonCursor chunks = cursor["chunks"];
    if (IsGiven(chunks, job.schedule, "interleaved") || job.schedule == "interleaved")
    {
        job.profile.chunks = chunks.GetInteger(2, 64, 2);
    }
    const JsonCursor share = cursor["weight_share"];
    if (IsGiven(share, job.schedule, "zb-h1"))
    {
        job.pipeline.weightShare = share.GetNumber({0, 1, true, true}, 0.5);
    }
}

} // namespace ns3::bacepipe
