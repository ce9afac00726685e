// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_DELIVERY_RATE_H
#define BACE_DELIVERY_RATE_H

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>

namespace ns3::bacepipe
{

/**
 * @brief Estimates how fast the network delivers a connection's segments, a sample for each
 * acknowledgement (draft-cheng-iccrg-delivery-rate-estimation-02).
 *
 * Counts whole segments, in 64 bits. A segment in flight costs 32 bytes; a sender has an estimator
 * only when its congestion control asks for samples.
 */
class DeliveryRate
{
  public:
    /// What an acknowledgement tells about the rate.
    struct Sample
    {
        uint64_t delivered{0};          //!< segments delivered during the interval
        uint64_t priorDelivered{0};     //!< segments delivered before it
        Time interval;                  //!< its length; zero: there is no sample
        bool applicationLimited{false}; //!< whether there was too little to send
    };

    /**
     * A segment is sent, for the first time or again.
     * @param segment its number; the first time in order
     * @param now simulated time
     * @param isFirst whether nothing else is in the network
     */
    void NoteSent(uint64_t segment, Time now, bool isFirst);

    /**
     * A segment is reported delivered, cumulatively or not; once for each.
     * @param segment its number; sent
     */
    void NoteDelivered(uint64_t segment);

    /**
     * Nothing more is there to send, though the window would allow it.
     * @param pipe segments in the network
     */
    void NoteApplicationLimited(uint64_t pipe);

    /**
     * Ends the processing of an acknowledgement.
     * @param now simulated time
     * @param unacknowledged first segment that may still be reported delivered or sent again
     * @param minRtt least round-trip time; an interval shorter than this makes no sample
     * @return the sample
     */
    Sample TakeSample(Time now, uint64_t unacknowledged, Time minRtt);

    /// @return segments delivered so far
    uint64_t GetDelivered() const
    {
        return m_delivered;
    }

    /// @return whether what is in the network was sent while there was too little to send
    bool IsApplicationLimited() const
    {
        return m_applicationLimited > 0;
    }

  private:
    /// Connection's state when a segment was sent last.
    struct Record
    {
        uint64_t delivered : 63;         //!< segments delivered then
        uint64_t applicationLimited : 1; //!< whether there was too little to send
        Time deliveredTime;              //!< when that count was reached
        Time firstSent;                  //!< beginning of the sending interval that ends with it
        Time sent;                       //!< when it was sent
    };

    uint64_t m_first{0};              //!< segment of the first record
    std::deque<Record> m_records;     //!< of all segments in flight
    uint64_t m_delivered{0};          //!< C.delivered
    Time m_deliveredTime;             //!< C.delivered_time
    Time m_firstSent;                 //!< C.first_sent_time
    uint64_t m_applicationLimited{0}; //!< C.app_limited

    bool m_hasSample{false}; //!< whether the present acknowledgement has delivered something
    Sample m_sample;         //!< of the present acknowledgement; interval is the sending one's yet
    Time m_sampleTime;       //!< when its interval began at the receiving end (rs.prior_time)
    Time m_sampleSent;       //!< when the segment it comes from was sent
};

} // namespace ns3::bacepipe

#endif // BACE_DELIVERY_RATE_H
