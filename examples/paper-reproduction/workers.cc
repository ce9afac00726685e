// SPDX-License-Identifier: GPL-2.0-only
#include "paper-reproduction/workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iostream>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ns3::bacepipe::reproduction
{

void
RunInThreads(std::size_t pieces,
             unsigned threads,
             bool quiet,
             const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex; // of what follows
    std::size_t done = 0;
    std::exception_ptr failure;
    const auto loop = [&]() {
        for (std::size_t piece = next++; piece < pieces; piece = next++)
        {
            std::exception_ptr thrown;
            try
            {
                work(piece);
            }
            catch (...)
            {
                thrown = std::current_exception();
            }
            const std::lock_guard<std::mutex> lock(mutex);
            if (thrown)
            {
                failure = thrown;
                next = pieces;
                return;
            }
            ++done;
            if (!quiet && done * 10 / pieces > (done - 1) * 10 / pieces)
            {
                std::cerr << done << " of " << pieces << " samples" << std::endl;
            }
        }
    };
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < std::min<std::size_t>(threads, pieces); ++i)
    {
        try
        {
            workers.emplace_back(loop);
        }
        catch (const std::system_error&)
        {
            break; // fewer will do
        }
    }
    if (workers.empty())
    {
        loop();
    }
    for (auto& worker : workers)
    {
        worker.join();
    }
    if (failure)
    {
        std::rethrow_exception(failure);
    }
}

} // namespace ns3::bacepipe::reproduction
