// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACE_TEST_REFERENCE_RECOVERY_H
#define BACE_TEST_REFERENCE_RECOVERY_H

#include "ns3/node.h"
#include "ns3/tcp-recovery-ops.h"

#include <cstdint>
#include <string>

namespace ns3::bacepipe::test
{

/**
 * @brief ns-3's TcpPrrRecovery without the overflow of ns-3 3.37.
 *
 * That multiplies the bytes delivered since the loss by the slow start threshold in bytes, in 32
 * bits. A few segments times a window of 100 kB are more, so that TCP sends next to nothing until
 * the pipe is shorter than the threshold, then ends the recovery with a burst, which may be lost.
 */
class ReferenceRecovery : public TcpRecoveryOps
{
  public:
    /// @return the TypeId of the class
    static TypeId GetTypeId();

    /**
     * Has all TCP sockets of a node recover so.
     * @param node the node
     */
    static void Install(Ptr<Node> node);

    std::string GetName() const override;
    void EnterRecovery(Ptr<TcpSocketState> state,
                       uint32_t duplicates,
                       uint32_t unacknowledged,
                       uint32_t delivered) override;
    void DoRecovery(Ptr<TcpSocketState> state, uint32_t delivered) override;
    void ExitRecovery(Ptr<TcpSocketState> state) override;
    void UpdateBytesSent(uint32_t bytes) override;
    Ptr<TcpRecoveryOps> Fork() override;

  private:
    double m_delivered{0}; //!< bytes, since the recovery began
    double m_sent{0};      //!< bytes, since the recovery began
    double m_flight{1};    //!< bytes not acknowledged when the recovery began
};

} // namespace ns3::bacepipe::test

#endif // BACE_TEST_REFERENCE_RECOVERY_H
