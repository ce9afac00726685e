// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/bace-bulk-sender.h"

#include "ns3/simulator.h"
#include "ns3/tcp-dctcp.h"

#include <algorithm>
#include <utility>

namespace ns3::bacepipe
{

namespace
{

/// Timeouts in a row after which a connection is given up (Linux: tcp_retries2).
constexpr uint32_t MAX_TIMEOUTS = 15;

} // namespace

BulkSender::BulkSender(uint32_t index,
                       uint32_t tag,
                       const BulkSenderOptions& options,
                       BulkEndpoint& endpoint,
                       BulkTraces& traces,
                       ProgressHandler progress,
                       FailureHandler failure)
    : m_tag(tag),
      m_options(options),
      m_endpoint(endpoint),
      m_tracer(index, traces),
      m_progress(std::move(progress)),
      m_failure(std::move(failure)),
      m_rtt(options.minRto),
      m_congestion(options.congestion),
      m_timer([this] { HandleAlarm(); }),
      m_paced(m_congestion.HasPacingRate() || options.maxRate > 0),
      m_pacer(options.maxRate, BulkEndpoint::IP_BYTES + BulkDataHeader::BYTES),
      m_pacingTimer([this] { HandlePacing(); })
{
    m_endpoint.SetListener(*this);
    if (Ptr<TcpDctcp> dctcp = DynamicCast<TcpDctcp>(m_congestion.GetControl()))
    {
        dctcp->TraceConnectWithoutContext(
            "CongestionEstimate",
            Callback<void, uint32_t, uint32_t, double>([this](uint32_t, uint32_t, double alpha) {
                m_tracer.SetCongestionEstimate(alpha);
            }));
    }
    if (m_congestion.NeedsRateSamples())
    {
        m_rate = std::make_unique<DeliveryRate>();
        m_scoreboard.SetDeliveryRate(*m_rate);
    }
}

void
BulkSender::Connect()
{
    m_tracer.SetState(TcpSocket::SYN_SENT);
    TraceWindow();
    SendConnect();
}

void
BulkSender::Push(const MessageFrame& frame)
{
    if (m_rate && m_sentEnd == m_stream.GetEnd() && !m_scoreboard.HasLost() &&
        m_scoreboard.GetPipe() < m_congestion.GetWindow())
    {
        m_rate->NoteApplicationLimited(m_scoreboard.GetPipe());
    }
    m_stream.Push(frame);
}

bool
BulkSender::Send(uint64_t bytes)
{
    if (!IsConnected())
    {
        return false;
    }
    const uint64_t end = m_sentEnd + std::min(bytes, m_stream.GetEnd() - m_sentEnd + 1);
    SendUpTo(end);
    if (!m_timer.IsSet())
    {
        SetAlarm(); // else a run of small messages would put a timeout off for ever
    }
    return m_sentEnd >= end;
}

void
BulkSender::Close()
{
    m_timer.Cancel();
    m_pacingTimer.Cancel();
    m_tracer.SetState(TcpSocket::CLOSED);
}

void
BulkSender::SendConnect()
{
    BulkDataHeader header;
    header.kind = BulkDataHeader::CONNECT;
    header.tag = m_tag;
    header.timestamp = Simulator::Now().GetNanoSeconds();
    m_alarm = Alarm::CONNECT;
    m_timer.Set(Simulator::Now() + m_options.connectTimeout * (int64_t{1} << m_attempts));
    ++m_attempts;
    m_endpoint.Send(header, {});
}

void
BulkSender::HandleData(const BulkDataHeader&, const MessageStream::Piece&, bool)
{
}

void
BulkSender::HandleAck(const BulkAckHeader& header)
{
    if (header.tag != m_tag)
    {
        return;
    }
    if (header.kind == BulkAckHeader::ACCEPT && m_tracer.GetState() == TcpSocket::SYN_SENT)
    {
        m_tracer.SetState(TcpSocket::ESTABLISHED);
        m_attempts = 0;
        m_timer.Clear();
        MeasureRtt(header.echo);
        m_endpoint.SetEcn(m_congestion.GetEcn()); // RFC 3168, 6.1.1: not yet on the request
        m_congestion.Start(GetProgress());
        SendPending();
        SetAlarm();
    }
    else if (header.kind == BulkAckHeader::ACK && IsConnected())
    {
        HandleAcknowledgement(header);
    }
}

void
BulkSender::HandleAcknowledgement(const BulkAckHeader& header)
{
    const uint64_t priorPipe = m_scoreboard.GetPipe();
    const uint64_t before = m_scoreboard.GetUnacknowledged();
    const uint64_t delivered = m_scoreboard.Acknowledge(header);
    if (delivered == 0)
    {
        return; // a duplicate tells nothing: what is lost is found by serials and by the timer
    }
    MeasureRtt(header.echo);
    m_attempts = 0;
    m_probed = false;
    if (m_suspect && header.echo < m_timeoutAt.GetNanoSeconds())
    {
        // The original has arrived (Eifel detection, RFC 3522): nothing was lost.
        m_scoreboard.Reinstate();
        m_congestion.UndoLoss();
    }
    m_suspect = false;
    const auto marks = static_cast<int16_t>(header.marked - m_marked);
    if (marks > 0) // below: an older acknowledgement that was overtaken
    {
        m_marked = header.marked;
        m_congestion.NoteMarks(marks);
    }
    const uint64_t lost = m_scoreboard.DetectLosses();

    CongestionDriver::Progress progress = GetProgress();
    progress.priorPipe = priorPipe;
    progress.acknowledged = progress.unacknowledged - before;
    progress.delivered = delivered;
    progress.lost = lost;
    progress.repaired = m_scoreboard.HasRepaired();
    m_stream.Release(m_scoreboard.GetBegin(progress.unacknowledged));
    if (m_congestion.GetPhase() == CongestionDriver::Phase::OPEN && m_scoreboard.HasLost())
    {
        m_congestion.EnterRecovery(progress);
    }
    else
    {
        m_congestion.Acknowledge(progress);
        if (m_scoreboard.HasLost())
        {
            m_congestion.EnterRecovery(progress); // when an earlier one has just ended
        }
    }
    if (m_rate)
    {
        m_congestion.TakeRateSample(
            progress,
            m_rate->TakeSample(Simulator::Now(), progress.unacknowledged, progress.minRtt),
            m_rate->GetDelivered());
    }
    m_congestion.UpdatePacingRate(progress);
    TraceWindow();
    SendPending();
    SetAlarm();
}

bool
BulkSender::HasNew() const
{
    return m_sentEnd < m_stream.GetEnd() &&
           m_scoreboard.GetNext() - m_scoreboard.GetUnacknowledged() <
               m_options.congestion.maxWindow;
}

void
BulkSender::SendPending()
{
    if (SendUpTo(UINT64_MAX))
    {
        m_progress();
    }
}

bool
BulkSender::SendUpTo(uint64_t end)
{
    // The receiver need not wait for a second segment when none can follow.
    const uint8_t flags = m_congestion.GetWindow() < 2 ? BulkDataHeader::ACK_AT_ONCE : 0;
    const uint64_t sentBefore = m_sentEnd;
    // Sending may change the window: after idle time it may have decayed.
    while (m_sentEnd < end && m_scoreboard.GetPipe() < m_congestion.GetWindow() &&
           (m_scoreboard.HasLost() || HasNew()))
    {
        if (m_paced && m_pacer.IsHeld(Simulator::Now()))
        {
            m_pacingTimer.Set(m_pacer.GetNext());
            break;
        }
        if (m_scoreboard.HasLost())
        {
            SendAgain(m_scoreboard.GetFirstLost(), flags);
        }
        else
        {
            // What fills the receive window will not be followed by a second one either.
            const bool fills = m_scoreboard.GetNext() - m_scoreboard.GetUnacknowledged() + 1 ==
                               m_options.congestion.maxWindow;
            SendNew(fills ? uint8_t{BulkDataHeader::ACK_AT_ONCE} : flags);
        }
    }
    if (m_sentEnd == sentBefore)
    {
        return false;
    }
    m_congestion.NoteFlight(m_scoreboard.GetUnacknowledged(),
                            m_scoreboard.GetNext(),
                            m_scoreboard.GetPipe());
    return true;
}

void
BulkSender::HandlePacing()
{
    SendPending();
    if (!m_timer.IsSet() || m_alarm == Alarm::PROBE)
    {
        SetAlarm(); // a timeout is not put off by sending, a probe is (RFC 8985, 7.2)
    }
}

void
BulkSender::SendNew(uint8_t flags)
{
    const Time now = Simulator::Now();
    if (m_scoreboard.GetPipe() == 0)
    {
        m_congestion.StartFromIdle((now - m_lastSent).GetSeconds() / m_rtt.GetRto().GetSeconds(),
                                   m_rate && m_rate->IsApplicationLimited());
    }
    const uint64_t begin = m_sentEnd;
    const auto bytes = static_cast<uint32_t>(
        std::min<uint64_t>(m_options.congestion.segmentSize, m_stream.GetEnd() - begin));
    m_sentEnd += bytes;
    Transmit(m_scoreboard.Send(m_sentEnd), flags, begin, bytes);
}

void
BulkSender::SendAgain(uint64_t segment, uint8_t flags)
{
    m_scoreboard.Resend(segment, Simulator::Now().GetNanoSeconds());
    const uint64_t begin = m_scoreboard.GetBegin(segment);
    const auto bytes = static_cast<uint32_t>(m_scoreboard.GetEnd(segment) - begin);
    m_retransmittedBytes += bytes;
    m_tracer.NoteRetransmission(segment, bytes);
    Transmit(segment, flags, begin, bytes);
}

void
BulkSender::Transmit(uint64_t segment, uint8_t flags, uint64_t begin, uint32_t bytes)
{
    const MessageStream::Piece piece = m_stream.Copy(begin, bytes);
    BulkDataHeader header;
    header.flags = flags;
    if (piece.packet)
    {
        header.flags |= BulkDataHeader::HAS_FRAME_HEADER;
    }
    header.tag = m_tag;
    header.segment = segment;
    m_lastSent = Simulator::Now();
    header.timestamp = m_lastSent.GetNanoSeconds();
    m_congestion.NoteSent();
    if (m_rate)
    {
        m_rate->NoteSent(segment,
                         m_lastSent,
                         m_scoreboard.GetNext() - m_scoreboard.GetUnacknowledged() == 1);
    }
    if (m_paced)
    {
        const bool rated = m_options.paceInitialWindow ||
                           m_scoreboard.GetNext() >= m_options.congestion.initialWindow;
        m_pacer.NoteSent(m_lastSent, bytes, rated ? m_congestion.GetPacingRate() : 0);
    }
    m_endpoint.Send(header, piece);
}

void
BulkSender::SetAlarm()
{
    const Time now = Simulator::Now();
    const bool wasReordering = m_timer.IsSet() && m_alarm == Alarm::REORDERING;
    if (m_scoreboard.GetNext() == m_scoreboard.GetUnacknowledged())
    {
        m_timer.Clear();
    }
    else if (m_scoreboard.HasReordering())
    {
        // A quarter of the least round-trip time (RFC 8985, 6.2). Not put off while it lasts.
        if (!wasReordering)
        {
            m_alarm = Alarm::REORDERING;
            m_timer.Set(now + m_rtt.GetMin() / 4);
        }
    }
    else if (m_congestion.GetPhase() == CongestionDriver::Phase::OPEN && !m_probed)
    {
        // RFC 8985, 7.2.
        Time wait = 2 * m_rtt.GetSmoothed();
        if (m_scoreboard.GetPipe() == 1)
        {
            wait += m_options.delayedAckTimeout;
        }
        m_alarm = Alarm::PROBE;
        m_timer.Set(now + Min(wait, m_rtt.GetRto()));
    }
    else
    {
        m_alarm = Alarm::TIMEOUT;
        m_timer.Set(now + m_rtt.GetRto());
    }
}

void
BulkSender::HandleAlarm()
{
    switch (m_alarm)
    {
    case Alarm::CONNECT:
        if (m_attempts >= m_options.connectAttempts)
        {
            m_failure("no answer to " + std::to_string(m_attempts) + " attempts to connect");
            return;
        }
        m_endpoint.RefreshRoute();
        SendConnect();
        return;
    case Alarm::REORDERING:
        m_scoreboard.GiveUpReordered();
        if (m_scoreboard.HasLost())
        {
            m_congestion.EnterRecovery(GetProgress());
        }
        break;
    case Alarm::PROBE:
        m_pacer.Release();
        if (m_paced && m_pacer.IsHeld(Simulator::Now()))
        {
            m_timer.Set(m_pacer.GetNext());
            return;
        }
        m_endpoint.RefreshRoute();
        Probe();
        break;
    case Alarm::TIMEOUT:
        if (++m_attempts > MAX_TIMEOUTS)
        {
            m_failure("no answer to segment " + std::to_string(m_scoreboard.GetUnacknowledged()) +
                      ", sent " + std::to_string(m_attempts) + " times");
            return;
        }
        m_endpoint.RefreshRoute();
        m_pacer.Release();
        if (!m_suspect)
        {
            m_suspect = true;
            m_timeoutAt = Simulator::Now();
        }
        m_congestion.EnterLoss(GetProgress());
        m_scoreboard.GiveUpAll();
        m_rtt.BackOff();
        break;
    }
    TraceWindow();
    SendPending();
    SetAlarm();
}

void
BulkSender::Probe()
{
    m_probed = true;
    uint64_t last = 0;
    if (HasNew())
    {
        SendNew(BulkDataHeader::ACK_AT_ONCE);
    }
    else if (m_scoreboard.FindLastInNetwork(last))
    {
        SendAgain(last, BulkDataHeader::ACK_AT_ONCE);
    }
}

CongestionDriver::Progress
BulkSender::GetProgress() const
{
    CongestionDriver::Progress progress;
    progress.unacknowledged = m_scoreboard.GetUnacknowledged();
    progress.next = m_scoreboard.GetNext();
    progress.pipe = m_scoreboard.GetPipe();
    progress.priorPipe = progress.pipe;
    progress.rtt = m_rtt.GetSmoothed();
    progress.minRtt = m_rtt.GetMin();
    return progress;
}

void
BulkSender::MeasureRtt(int64_t echo)
{
    const Time rtt = Simulator::Now() - NanoSeconds(echo);
    m_rtt.Measure(rtt);
    m_tracer.SetRtt(rtt);
}

void
BulkSender::TraceWindow()
{
    const uint64_t bytes = m_options.congestion.segmentSize;
    const uint64_t threshold = m_congestion.GetSlowStartThreshold();
    m_tracer.SetCongestionState(m_congestion.GetState());
    m_tracer.SetSlowStartThreshold(threshold == UINT64_MAX ? threshold : threshold * bytes);
    m_tracer.SetWindow(m_congestion.GetWindow() * bytes);
}

uint64_t
BulkSender::GetRetransmittedBytes() const
{
    return m_retransmittedBytes;
}

uint64_t
BulkSender::GetUnsentBytes() const
{
    return m_stream.GetEnd() - m_sentEnd;
}

uint64_t
BulkSender::GetUnacknowledgedBytes() const
{
    return m_sentEnd - m_scoreboard.GetBegin(m_scoreboard.GetUnacknowledged());
}

TransportState
BulkSender::GetState() const
{
    TransportState state;
    state.window = m_congestion.GetWindow();
    boost::hash_combine(state.hash, m_congestion.GetWindow());
    boost::hash_combine(state.hash, m_congestion.GetSlowStartThreshold());
    boost::hash_combine(state.hash, m_congestion.GetPendingGrowth());
    boost::hash_combine(state.hash, static_cast<int>(m_congestion.GetPhase()));
    state.isComplete = !m_congestion.NeedsRateSamples(); // TcpBbr remembers more
    return state;
}

bool
BulkSender::IsConnected() const
{
    return m_tracer.GetState() == TcpSocket::ESTABLISHED;
}

} // namespace ns3::bacepipe
