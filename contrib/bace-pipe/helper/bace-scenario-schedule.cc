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

/// Reads how layers are dealt out.
void
ReadStageLayers(const JsonCursor& cursor, PipelineOptions& pipeline)
{
    if (!cursor.Exists() || !cursor.GetValue().is_array())
    {
        const std::string expected = "\"even\", \"whole\" or an array of layers";
        const std::string split = cursor.GetString(expected, "even");
        if (split != "even" && split != "whole")
        {
            cursor.FailValue(expected);
        }
        pipeline.layerSplit = split == "whole" ? LayerSplit::WHOLE : LayerSplit::EVEN;
        return;
    }
    pipeline.layerSplit = LayerSplit::GIVEN;
    const std::size_t stages = cursor.GetSize("layers by stage", 1, 100000);
    for (std::size_t i = 0; i < stages; ++i)
    {
        pipeline.stageLayers.push_back(cursor[i].GetInteger(1, 100000));
    }
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
    const NumberRange seconds{0, 1e6, false, false, " s"};
    PipelineOptions& pipeline = job.pipeline;
    ReadStageLayers(cursor["stage_layers"], pipeline);
    pipeline.embeddingTime = cursor["embedding_time_s"].GetNumber(seconds, 0);
    pipeline.headTime = cursor["head_time_s"].GetNumber(seconds, 0);
    pipeline.computeJitter = cursor["compute_jitter"].GetNumber({0, 10}, 0);
    job.profile.optimizerTime = cursor["optimizer_time_s"].GetNumber(seconds, 0);
    if (cursor["send_buffer"].Exists())
    {
        pipeline.sendBuffer = ReadSize(cursor["send_buffer"], 1, 1000000000000);
    }
    pipeline.flush = cursor["flush"].GetChoice({"global", "per-stage"}, "global") == "per-stage"
                         ? Flush::PER_STAGE
                         : Flush::GLOBAL;
}

} // namespace ns3::bacepipe
