// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TRACE_EVENT_WRITER_H
#define BACE_TRACE_EVENT_WRITER_H

#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace ns3::bacepipe
{

/**
 * @brief Writes a file in the Chrome trace event format, event by event, up to a size.
 *
 * Processes and threads are called by names; their numbers and the metadata events that tell the
 * names are the writer's affair.
 */
class TraceEventWriter
{
  public:
    /// A track of the file.
    struct Track
    {
        int process{0}; //!< pid
        int thread{0};  //!< tid
    };

    /**
     * @param path of the file; a failure shows in Close()
     * @param limit of its size, bytes
     */
    TraceEventWriter(const std::string& path, uint64_t limit);

    /**
     * @param process its name
     * @param group what processes are sorted by, beside the order of their first call
     * @return its pid
     */
    int GetProcess(const std::string& process, int group = 0);

    /**
     * @param process its name
     * @param thread its name
     * @param number of the thread in the process: its tid
     * @param group of the process
     * @return the track of a thread
     */
    Track GetTrack(const std::string& process,
                   const std::string& thread,
                   int number,
                   int group = 0);

    /**
     * Writes an event if there is room.
     * @param event of the format
     * @return whether it is written
     */
    bool Write(const nlohmann::json& event);

    /**
     * @param bytes of events and the metadata of their tracks
     * @return whether they would be written
     */
    bool HasRoom(uint64_t bytes) const;

    /**
     * Ends the file; a failure throws std::runtime_error.
     * @param about what else a reader should know, at most END_BYTES as text
     */
    void Close(const nlohmann::json& about);

    static constexpr uint64_t END_BYTES = 1000; //!< kept for the end of the file

  private:
    /// Writes the name of a track.
    void WriteName(const char* kind, int process, int thread, const std::string& name);

    std::string m_path;                                   //!< of the file
    std::ofstream m_file;                                 //!< what is written
    uint64_t m_limit;                                     //!< bytes
    uint64_t m_size{0};                                   //!< bytes
    bool m_first{true};                                   //!< no event is written yet
    std::map<std::string, int> m_processes;               //!< pids by name
    std::map<std::pair<int, int>, std::string> m_threads; //!< names by pid and tid
};

} // namespace ns3::bacepipe

#endif // BACE_TRACE_EVENT_WRITER_H
