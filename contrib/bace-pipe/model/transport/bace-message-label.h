// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_MESSAGE_LABEL_H
#define BACE_MESSAGE_LABEL_H

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief What a message is to those who see its packets: whose, and which. No transport heeds it.
 *
 * On the wire (MessageFrame) the fields are narrower; what does not fit is sent as the largest
 * number that does.
 */
struct MessageLabel
{
    /// What a message carries.
    enum Kind : uint8_t
    {
        NONE,       //!< nobody has said
        ACTIVATION, //!< of a job, from stage s to stage s + 1
        GRADIENT,   //!< of a job, from stage s + 1 to stage s
        TRAFFIC     //!< nothing of any job's: cross traffic
    };

    static constexpr uint32_t MAX_OWNER = 0xffffff;       //!< on the wire
    static constexpr uint32_t MAX_CHUNK = 0xff;           //!< on the wire
    static constexpr uint32_t MAX_MICRO_BATCH = 0xffffff; //!< on the wire
    static constexpr uint64_t MAX_ITERATION = 0xffffffff; //!< on the wire

    Kind kind{NONE};        //!< what it carries
    uint32_t owner{0};      //!< number of the job or traffic source (PortAllocator); 0: not known
    uint32_t chunk{0};      //!< of the model, of the stage that receives it
    uint32_t microBatch{0}; //!< of the iteration, from 0
    uint64_t iteration{0};  //!< of the job, from 0
};

} // namespace ns3::bacepipe

#endif // BACE_MESSAGE_LABEL_H
