// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-catalogue.h"
#include "ns3/bace-scenario-parts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ns3::bacepipe
{

namespace
{

constexpr NumberRange COMPUTE_RANGE{1e-6, 1e6, false, false, " s"}; //!< t_comp(1)
constexpr uint64_t MAX_BOUNDARY_BYTES = 100000000000;               //!< A: 100 GB
constexpr uint64_t MAX_ACTIVATION = 1000000000000;                  //!< of a layer: 1 TB
constexpr uint64_t MAX_LAYERS = 100000;                             //!< layers of a model
constexpr uint64_t MAX_GPUS = 1000000;                              //!< a memory floor
constexpr uint64_t MAX_ITERATIONS = 1000000000000;                  //!< of a job
constexpr uint64_t MAX_SAMPLES = 1000000000000;                     //!< of a data set
constexpr uint64_t MAX_EPOCHS = 1000000;                            //!< over a data set

/**
 * @param cursor a job
 * @param keys keys that exclude each other
 * @return those that the job has
 */
std::vector<std::string>
FindKeys(const JsonCursor& cursor, const std::vector<std::string>& keys)
{
    std::vector<std::string> present;
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(present), [&](auto& key) {
        return cursor[key].Exists();
    });
    return present;
}

/**
 * @brief Reads one job.
 */
class JobReader
{
  public:
    /**
     * @param cursor the job
     * @param gpu what it is derived for
     */
    JobReader(const JsonCursor& cursor, const GpuSpec& gpu)
        : m_cursor(cursor),
          m_gpu(gpu)
    {
    }

    /// @return the job
    TrainingJob Read()
    {
        m_cursor.CheckKeys({"id",
                            "model",
                            "architecture",
                            "profile",
                            "dataset",
                            "samples",
                            "epochs",
                            "packing",
                            "micro_batches",
                            "micro_batch_size",
                            "sequence_length",
                            "mfu",
                            "bytes_per_element",
                            "backward_ratio",
                            "schedule",
                            "extra_warm_up",
                            "chunks",
                            "weight_share",
                            "stage_layers",
                            "embedding_time_s",
                            "head_time_s",
                            "compute_jitter",
                            "optimizer_time_s",
                            "flush",
                            "send_buffer",
                            "activation_bytes",
                            "arrival_s",
                            "boundary_bytes",
                            "min_gpus",
                            "iterations",
                            "layers"});
        m_job.id = m_cursor["id"].GetId();
        m_job.arrival =
            NanoSeconds(std::llround(1e9 * m_cursor["arrival_s"].GetNumber(TIME_RANGE, 0)));
        ReadShape();
        ReadSchedule(m_cursor, m_job);
        m_job.memory.activationBytes =
            m_cursor["activation_bytes"].GetInteger(0, MAX_ACTIVATION, 0);
        ReadModel();
        ReadIterations();
        return m_job;
    }

  private:
    /// Reads how the data is cut.
    void ReadShape()
    {
        m_shape.microBatches = m_cursor["micro_batches"].GetInteger(1, 100000, 128);
        m_shape.microBatchSize = m_cursor["micro_batch_size"].GetInteger(1, 1000000, 1);
        m_shape.sequenceLength = m_cursor["sequence_length"].GetInteger(1, 100000000, 2048);
        m_shape.bytesPerElement = m_cursor["bytes_per_element"].GetInteger(1, 16, 2);
        m_shape.mfu = m_cursor["mfu"].GetNumber({0, 1, true}, 0.5);
        m_shape.backwardRatio = m_cursor["backward_ratio"].GetNumber({0, 100, true}, 2);
        m_job.profile.microBatches = m_shape.microBatches;
        m_job.profile.backwardRatio = m_shape.backwardRatio;
    }

    /// Reads the model, in one of its three forms.
    void ReadModel()
    {
        const auto forms = FindKeys(m_cursor, {"model", "architecture", "profile"});
        if (forms.size() != 1)
        {
            m_cursor.Fail(forms.empty() ? "none" : '"' + forms[0] + "\" and \"" + forms[1] + '"',
                          "exactly one of \"model\", \"architecture\" or \"profile\"");
        }
        if (forms[0] == "profile")
        {
            ReadProfile();
            return;
        }
        m_job.model = "custom";
        Architecture architecture;
        if (forms[0] == "model")
        {
            const Catalogue& catalogue = GetCatalogue();
            m_job.model = m_cursor["model"].GetChoice(GetNames(catalogue.models));
            architecture = catalogue.models.at(m_job.model);
        }
        else
        {
            architecture = ReadArchitecture(m_cursor["architecture"]);
        }
        Derive(architecture);
    }

    /**
     * @param cursor an architecture
     * @return it
     */
    static Architecture ReadArchitecture(const JsonCursor& cursor)
    {
        cursor.CheckKeys({"parameters", "layers", "hidden"});
        Architecture architecture;
        architecture.parameters = cursor["parameters"].GetNumber({1, 1e15});
        architecture.layers = cursor["layers"].GetInteger(1, MAX_LAYERS);
        architecture.hidden = cursor["hidden"].GetInteger(1, 1000000);
        return architecture;
    }

    /**
     * Derives the profile, but for what the job overrides.
     * @param architecture the model
     */
    void Derive(const Architecture& architecture)
    {
        JobProfile& profile = m_job.profile;
        profile.computeTime = GetComputeTime(architecture, m_gpu, m_shape);
        if (!(profile.computeTime >= COMPUTE_RANGE.min && profile.computeTime <= COMPUTE_RANGE.max))
        {
            m_cursor.Fail("a derived compute time of " + FormatNumber(profile.computeTime) + " s",
                          "from " + FormatNumber(COMPUTE_RANGE.min) + " to " +
                              FormatNumber(COMPUTE_RANGE.max) + " s a micro-batch on one GPU");
        }
        profile.layers = m_cursor["layers"].GetInteger(1, MAX_LAYERS, architecture.layers);
        profile.boundaryBytes = ReadDerived("boundary_bytes",
                                            MAX_BOUNDARY_BYTES,
                                            GetBoundaryBytes(architecture, m_shape));
        profile.minGpus = ReadDerived("min_gpus", MAX_GPUS, GetMemoryFloor(architecture, m_gpu));
        m_job.memory.stateBytes = GetStateBytes(architecture);
        m_job.memory.counts = m_job.memory.activationBytes > 0;
    }

    /**
     * @param key an override
     * @param max the greatest allowed
     * @param derived what it is without the override
     * @return the value
     */
    uint64_t ReadDerived(const std::string& key, uint64_t max, double derived) const
    {
        if (!m_cursor[key].Exists() && derived > static_cast<double>(max))
        {
            m_cursor.Fail("a derived " + key + " of " + FormatNumber(derived),
                          "at most " + std::to_string(max));
        }
        return m_cursor[key].Exists() ? m_cursor[key].GetInteger(1, max)
                                      : static_cast<uint64_t>(derived);
    }

    /// Reads an explicit profile; nothing is derived, so what serves to derive has no place.
    void ReadProfile()
    {
        const auto idle = FindKeys(
            m_cursor,
            {"mfu", "bytes_per_element", "boundary_bytes", "min_gpus", "iterations", "layers"});
        if (!idle.empty())
        {
            m_cursor[idle[0]].Fail("a key that has no effect beside \"profile\"",
                                   "what the profile says, in the profile");
        }
        const JsonCursor cursor = m_cursor["profile"];
        cursor.CheckKeys({"compute_time_s",
                          "boundary_bytes",
                          "layers",
                          "min_gpus",
                          "memory_bytes",
                          "iterations"});
        JobProfile& profile = m_job.profile;
        m_job.model = "custom";
        profile.computeTime = cursor["compute_time_s"].GetNumber(COMPUTE_RANGE);
        profile.boundaryBytes = cursor["boundary_bytes"].GetInteger(1, MAX_BOUNDARY_BYTES);
        profile.layers = cursor["layers"].GetInteger(1, MAX_LAYERS);
        profile.minGpus = cursor["min_gpus"].GetInteger(1, MAX_GPUS, 1);
        m_job.memory.counts = cursor["memory_bytes"].Exists();
        m_job.memory.stateBytes = cursor["memory_bytes"].GetNumber({1, 1e17}, 0);
        if (m_job.memory.activationBytes > 0 && !m_job.memory.counts)
        {
            m_cursor["activation_bytes"].Fail("a key that has no effect beside a profile without "
                                              "\"memory_bytes\"",
                                              "what the model keeps, in the profile");
        }
    }

    /// Reads the data set and the number of iterations, given or derived from it.
    void ReadIterations()
    {
        const auto sources = FindKeys(m_cursor, {"dataset", "samples"});
        if (sources.size() == 2)
        {
            m_cursor["samples"].Fail("samples beside a data set", "only one of them");
        }
        Dataset dataset;
        m_job.dataset = sources.empty() ? "none" : "custom";
        if (m_cursor["dataset"].Exists())
        {
            const Catalogue& catalogue = GetCatalogue();
            m_job.dataset = m_cursor["dataset"].GetChoice(GetNames(catalogue.datasets));
            dataset = catalogue.datasets.at(m_job.dataset);
        }
        else if (m_cursor["samples"].Exists())
        {
            dataset.samples = m_cursor["samples"].GetInteger(1, MAX_SAMPLES);
        }
        const uint64_t epochs = m_cursor["epochs"].GetInteger(1, MAX_EPOCHS, 1);
        // How long bare samples are is not known: they can only be padded.
        const std::string packing =
            m_cursor["packing"].GetChoice({"packed", "padded"},
                                          m_cursor["samples"].Exists() ? "padded" : "packed");
        if (packing == "packed" && m_cursor["samples"].Exists())
        {
            m_cursor["packing"].FailValue(
                "\"padded\" (packing needs the tokens of a \"dataset\" of the catalogue)");
        }

        const JsonCursor given = m_cursor["profile"].Exists() ? m_cursor["profile"]["iterations"]
                                                              : m_cursor["iterations"];
        if (given.Exists())
        {
            m_job.profile.iterations = given.GetInteger(1, MAX_ITERATIONS);
            return;
        }
        if (sources.empty())
        {
            m_cursor.Fail("none", "one of \"dataset\", \"samples\" or \"iterations\"");
        }
        m_job.profile.iterations = packing == "packed"
                                       ? GetPackedIterations(dataset, epochs, m_shape)
                                       : GetPaddedIterations(dataset, epochs, m_shape);
        if (m_job.profile.iterations > MAX_ITERATIONS)
        {
            m_cursor.Fail(std::to_string(m_job.profile.iterations) + " derived iterations",
                          "at most " + std::to_string(MAX_ITERATIONS));
        }
    }

    const JsonCursor& m_cursor; //!< the job
    const GpuSpec& m_gpu;       //!< what it is derived for
    TrainingShape m_shape;      //!< how the data is cut
    TrainingJob m_job;          //!< what has been read
};

} // namespace

std::vector<TrainingJob>
ReadJobs(const JsonCursor& cursor, const GpuSpec& gpu)
{
    std::vector<TrainingJob> jobs;
    std::map<std::string, std::size_t> seen;
    const std::size_t size = cursor.GetSize("jobs", 1, 100000);
    for (std::size_t i = 0; i < size; ++i)
    {
        const JsonCursor item = cursor[i];
        jobs.push_back(JobReader(item, gpu).Read());
        const auto [first, isNew] = seen.emplace(jobs.back().id, i);
        if (!isNew)
        {
            item["id"].FailValue("an id that /jobs/" + std::to_string(first->second) +
                                 " does not have");
        }
    }
    return jobs;
}

} // namespace ns3::bacepipe
