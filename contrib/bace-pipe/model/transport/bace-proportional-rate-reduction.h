// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_PROPORTIONAL_RATE_REDUCTION_H
#define BACE_PROPORTIONAL_RATE_REDUCTION_H

#include <cstdint>

namespace ns3::bacepipe
{

/**
 * @brief How much may be sent during a recovery: Proportional Rate Reduction (RFC 6937). All
 * quantities are segments.
 *
 * As in Linux and ns-3's TCP, the slow start reduction bound applies only to acknowledgements that
 * show that retransmissions arrive; with others a pipe that is shorter than the window to end with
 * is not filled up, only kept.
 */
class ProportionalRateReduction
{
  public:
    /**
     * A recovery begins.
     * @param flight segments sent and not acknowledged cumulatively (RecoverFS), at least 1
     * @param ssThresh window to end with
     */
    void Start(uint64_t flight, double ssThresh);

    /**
     * An acknowledgement has come.
     * @param delivered segments that it reports for the first time (DeliveredData)
     * @param pipe segments now in the network
     * @param repaired whether it covers a segment sent again cumulatively
     * @return how many may be sent now (sndcnt); at least 1 until something has been sent
     */
    uint64_t Acknowledge(uint64_t delivered, uint64_t pipe, bool repaired);

    /// A segment has been sent.
    void NoteSent();

  private:
    double m_flight{1};      //!< RecoverFS
    double m_ssThresh{1};    //!< window to end with
    uint64_t m_delivered{0}; //!< prr_delivered
    uint64_t m_out{0};       //!< prr_out
};

} // namespace ns3::bacepipe

#endif // BACE_PROPORTIONAL_RATE_REDUCTION_H
