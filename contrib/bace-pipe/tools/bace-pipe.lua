-- SPDX-License-Identifier: GPL-2.0-only
-- Wireshark dissector of this module's packets: the bulk transport's headers, and the header before
-- each message, or share of one, in its segments and in TCP's. doc/outputs.md says how to use it.
--
-- The streams of messages are followed by bace-message-stream.lua, which must lie beside this file:
-- Wireshark's own reassembly wants whole packets. Its TCP hands neither retransmissions nor what comes
-- out of order to a dissector, so messages over TCP are found after all others' work (postdissector).

local messages = dofile(__DIR__ .. "/bace-message-stream.lua")

local HEADER_BYTES, MAGIC = messages.HEADER_BYTES, messages.MAGIC
local BULK_BYTES = 24 -- BulkDataHeader::BYTES, BulkAckHeader::BYTES
local HAS_FRAME_HEADER = 1 -- BulkDataHeader::Flag

local ACTIVATION, GRADIENT, TRAFFIC = 1, 2, 3 -- MessageLabel::Kind
local KINDS = {[0] = "not labelled", "activation", "gradient", "cross traffic"}
local CONNECT, DATA, ACCEPT, ACK = 1, 2, 3, 4
local BULK_KINDS = {"connect", "data", "accept", "acknowledgement"}

local message = Proto("bace", "BACE-Pipe message")
local bulk = Proto("bace_bulk", "BACE-Pipe bulk transport")
local overTcp = Proto("bace_tcp", "BACE-Pipe messages over TCP")

local fields = {
    kind = ProtoField.uint8("bace.kind", "Carries", base.DEC, KINDS),
    direction = ProtoField.string("bace.direction", "Direction"),
    job = ProtoField.uint24("bace.job", "Job"),
    jobName = ProtoField.string("bace.job_name", "Name of the job"),
    traffic = ProtoField.uint24("bace.traffic", "Cross traffic"),
    trafficName = ProtoField.string("bace.traffic_name", "Name of the cross traffic"),
    iteration = ProtoField.uint32("bace.iteration", "Iteration"),
    microBatch = ProtoField.uint24("bace.microbatch", "Micro-batch"),
    chunk = ProtoField.uint8("bace.chunk", "Chunk"),
    id = ProtoField.uint64("bace.message_id", "Message id"),
    bytes = ProtoField.uint64("bace.share_bytes", "Payload bytes on this connection"),
    complete = ProtoField.uint64("bace.complete.message_id", "Complete with this packet: message"),
    completeBytes = ProtoField.uint64("bace.complete.share_bytes", "Its payload bytes on this connection"),
    completeHeader = ProtoField.framenum("bace.complete.header", "Its header is in packet"),
    completeTime = ProtoField.relative_time("bace.complete.time", "Time since that packet"),
}
local problems = {}
problems.cut = ProtoExpert.new("bace.cut", "A message header is not captured: capture more of each packet",
                            expert.group.UNDECODED, expert.severity.WARN)
problems.bad = ProtoExpert.new("bace.bad", "No message header where one was due",
                            expert.group.MALFORMED, expert.severity.ERROR)
message.fields = fields
message.experts = {problems.cut, problems.bad}

local bulkFields = {
    kind = ProtoField.uint8("bace_bulk.kind", "Kind", base.DEC, BULK_KINDS),
    flags = ProtoField.uint8("bace_bulk.flags", "Flags", base.HEX),
    hasHeader = ProtoField.bool("bace_bulk.flags.message_header", "Has bytes of a message header", 8, nil, 0x01),
    atOnce = ProtoField.bool("bace_bulk.flags.ack_at_once", "Acknowledge at once", 8, nil, 0x02),
    tag = ProtoField.uint32("bace_bulk.tag", "Connection tag", base.HEX),
    segment = ProtoField.uint64("bace_bulk.segment", "Segment"),
    time = ProtoField.uint64("bace_bulk.time", "Time of sending, ns"),
    payload = ProtoField.uint32("bace_bulk.payload_bytes", "Payload bytes"),
    marked = ProtoField.uint16("bace_bulk.marked", "Segments that came with ECN's mark, modulo 2^16"),
    cumulative = ProtoField.uint64("bace_bulk.cumulative", "All segments have arrived before"),
    echo = ProtoField.uint64("bace_bulk.echo", "Echoed time, ns"),
    blocks = ProtoField.uint8("bace_bulk.blocks", "SACK blocks"),
    blockBegin = ProtoField.uint64("bace_bulk.block.begin", "Block begins with segment"),
    blockEnd = ProtoField.uint64("bace_bulk.block.end", "Block ends before segment"),
}
bulk.fields = bulkFields

message.prefs.ports = Pref.range("Ports", "10000-65535",
                                 "UDP ports of channels (PortAllocator); others' packets go where they went before", 65535)
message.prefs.jobs = Pref.string("File of names", "jobs.csv",
                                 "Names of jobs and cross traffic by number; looked for here, then beside the capture")

local streams -- by connection and direction
local found -- messages that begin or end, by packet: of the first pass, for all later ones
local names -- of jobs and traffic, by number

-- Messages -----------------------------------------------------------------------------------------

-- @return both ends of the connection, the sending one first
local function Key(pinfo)
    return tostring(pinfo.src) .. " " .. pinfo.src_port .. " " .. tostring(pinfo.dst) .. " " .. pinfo.dst_port
end

-- Adds one message to the tree. @param range of its header; nil when that is not in this packet alone
local function ShowHeader(tree, frame, range)
    local function Add(to, field, from, count, value)
        return range and to:add(field, range(from, count), value) or to:add(field, value):set_generated()
    end
    local item = Add(tree, fields.kind, 4, 1, frame.kind)
    local isOfJob = frame.kind == ACTIVATION or frame.kind == GRADIENT
    local owner = names[frame.owner]
    local text = KINDS[frame.kind] or "unknown"
    if isOfJob then
        item:add(fields.direction, KINDS[frame.kind]):set_generated()
        Add(item, fields.job, 5, 3, frame.owner)
        if owner then
            item:add(fields.jobName, owner):set_generated()
        end
        Add(item, fields.chunk, 8, 1, frame.chunk)
        Add(item, fields.microBatch, 9, 3, frame.microBatch)
        Add(item, fields.iteration, 12, 4, frame.iteration)
        text = string.format("%s, job %s, iteration %d, micro-batch %d, chunk %d", text,
                             owner or frame.owner, frame.iteration, frame.microBatch, frame.chunk)
    elseif frame.kind == TRAFFIC then
        Add(item, fields.traffic, 5, 3, frame.owner)
        if owner then
            item:add(fields.trafficName, owner):set_generated()
        end
    end
    Add(item, fields.id, 16, 8, frame.id)
    Add(item, fields.bytes, 24, 8, frame.bytes)
    item:append_text(string.format(": %s, %s bytes", text, tostring(frame.bytes)))
    return text
end

-- Adds what was found in a packet. @param payload bytes of its segment, as far as captured
local function Show(tree, pinfo, payload, events)
    if #events == 0 then
        return
    end
    local top = tree:add(message, payload)
    for _, event in ipairs(events) do
        if event.problem then
            top:add_proto_expert_info(problems[event.problem])
        elseif event.begins then
            local isHere = event.offset and event.offset >= 0 and event.offset + HEADER_BYTES <= payload:len()
            local text = ShowHeader(top, event.begins, isHere and payload(event.offset, HEADER_BYTES) or nil)
            pinfo.cols.info:append(" [" .. text .. "]")
        else
            local item = top:add(fields.complete, event.ends.id):set_generated()
            item:add(fields.completeBytes, event.ends.bytes):set_generated()
            item:add(fields.completeHeader, event.ends.number):set_generated()
            local seconds = math.floor(event.time)
            local nanoseconds = math.floor((event.time - seconds) * 1e9 + 0.5)
            item:add(fields.completeTime, NSTime.new(seconds, nanoseconds)):set_generated()
        end
    end
end

-- The bulk transport ---------------------------------------------------------------------------------

-- @return whether it is a packet of the bulk transport; nothing sent later than captured is
local function IsBulk(tvb, pinfo)
    local size = tvb:reported_len()
    if tvb:len() < BULK_BYTES then
        return false
    end
    local kind, second = tvb(0, 1):uint(), tvb(1, 1):uint()
    local isWhole
    if kind == CONNECT or kind == DATA then
        isWhole = second <= 3 and tvb(2, 2):uint() == 0 and (size > BULK_BYTES) == (kind == DATA)
    elseif kind == ACCEPT or kind == ACK then
        isWhole = second <= 4 and size == BULK_BYTES + 8 * second and size == tvb:len()
    end
    return isWhole and tvb(16, 8):uint64():tonumber() <= (pinfo.abs_ts + 1e-5) * 1e9
end

local function FollowSegment(tvb, pinfo)
    local key = Key(pinfo) .. " " .. tvb(4, 4):uint()
    local segment = tvb(8, 8):uint64():tonumber()
    local hasHeader = tvb(1, 1):uint() % 2 == HAS_FRAME_HEADER
    streams[key] = streams[key] or messages.New(nil, true)
    if segment == 0 and not hasHeader then
        streams[key].synced = false -- datagrams, without messages
    end
    local captured = hasHeader and tvb:len() > BULK_BYTES and tvb(BULK_BYTES):bytes():raw() or ""
    return messages.Feed(streams[key], segment, {length = tvb:reported_len() - BULK_BYTES, bytes = captured, span = 1,
                                                 number = pinfo.number, time = pinfo.abs_ts})
end

local function DissectData(tvb, pinfo, tree)
    local flags = tree:add(bulkFields.flags, tvb(1, 1))
    flags:add(bulkFields.hasHeader, tvb(1, 1))
    flags:add(bulkFields.atOnce, tvb(1, 1))
    tree:add(bulkFields.tag, tvb(4, 4))
    tree:add(bulkFields.segment, tvb(8, 8))
    tree:add(bulkFields.time, tvb(16, 8))
    tree:add(bulkFields.payload, tvb:reported_len() - BULK_BYTES):set_generated()
    pinfo.cols.info:append(" " .. tostring(tvb(8, 8):uint64()))
end

local function DissectAck(tvb, pinfo, tree)
    local cumulative = tvb(8, 8):uint64()
    tree:add(bulkFields.marked, tvb(2, 2))
    tree:add(bulkFields.tag, tvb(4, 4))
    tree:add(bulkFields.cumulative, tvb(8, 8))
    tree:add(bulkFields.echo, tvb(16, 8))
    local blocks = tree:add(bulkFields.blocks, tvb(1, 1))
    for at = BULK_BYTES, tvb:len() - 8, 8 do
        local begin = cumulative + UInt64(tvb(at, 4):uint())
        blocks:add(bulkFields.blockBegin, tvb(at, 4), begin)
        blocks:add(bulkFields.blockEnd, tvb(at + 4, 4), begin + UInt64(tvb(at + 4, 4):uint()))
    end
    pinfo.cols.info:append(" " .. tostring(cumulative))
end

-- Hands a packet that is not ours to whom its ports belonged before.
local others = {} -- by port
local function GiveBack(tvb, pinfo, tree)
    local other = others[pinfo.dst_port] or others[pinfo.src_port]
    if not other then
        return 0
    end
    -- That it finds a packet malformed it has shown: that is no error of this script.
    local isWell, taken = pcall(function() return other:call(tvb, pinfo, tree) end)
    return isWell and taken or tvb:len()
end

function bulk.dissector(tvb, pinfo, tree)
    if not IsBulk(tvb, pinfo) then
        return GiveBack(tvb, pinfo, tree)
    end
    local kind = tvb(0, 1):uint()
    pinfo.cols.protocol = "BACE bulk"
    pinfo.cols.info = BULK_KINDS[kind]
    local top = tree:add(bulk, tvb(0, math.min(tvb:len(), BULK_BYTES + (kind > DATA and 8 * tvb(1, 1):uint() or 0))))
    top:add(bulkFields.kind, tvb(0, 1))
    if kind > DATA then
        DissectAck(tvb, pinfo, top)
        return tvb:len()
    end
    DissectData(tvb, pinfo, top)
    if kind == DATA then
        if not pinfo.visited then
            found[pinfo.number] = FollowSegment(tvb, pinfo)
        end
        local payload = tvb:len() > BULK_BYTES and tvb(BULK_BYTES) or tvb(0, 0)
        Show(tree, pinfo, payload, found[pinfo.number] or {})
    end
    return tvb:len()
end

-- Messages over TCP ----------------------------------------------------------------------------------

-- Keeps other heuristics from taking a stream of messages for theirs.
local function ClaimTcp(tvb, pinfo, tree)
    local stream = streams[Key(pinfo)]
    local begins = tvb:len() >= #MAGIC and tvb(0, #MAGIC):bytes():raw() == MAGIC
    if not begins and not (stream and stream.hasMessages) then
        return false
    end
    pinfo.cols.protocol = "BACE"
    tree:add(overTcp, tvb())
    return true
end

-- @return where TCP's header begins in a packet, how long its payload truly is, and how long the header is; nil if
--         it is no TCP over IPv4
local function FindTcp(tvb)
    for _, at in ipairs({2, 4, 14, 0}) do -- PPP, PPP with address and control, Ethernet, raw IP
        if tvb:len() >= at + 40 and tvb(at, 1):uint() == 0x45 and tvb(at + 9, 1):uint() == 6 then
            local header = 4 * math.floor(tvb(at + 32, 1):uint() / 16)
            return at + 20, tvb(at + 2, 2):uint() - 20 - header, header
        end
    end
end

local function FollowTcp(tvb, pinfo, at, length, payload)
    local key = Key(pinfo)
    local sequence = tvb(at + 4, 4):uint()
    local stream = streams[key]
    if math.floor(tvb(at + 13, 1):uint() / 2) % 2 == 1 then -- SYN: the stream begins after it
        local base = (sequence + 1) % 2 ^ 32
        if not stream or stream.base ~= base then
            streams[key] = messages.New(base, true)
        end
        return {}
    end
    if length <= 0 then
        return {}
    end
    local bytes = payload and payload:bytes():raw() or ""
    if not stream then
        stream = messages.New(sequence, false)
        streams[key] = stream
    end
    local distance = (sequence - stream.base - stream.next) % 2 ^ 32
    local begin = stream.next + (distance < 2 ^ 31 and distance or distance - 2 ^ 32)
    if begin == 0 and not stream.hasMessages then
        stream.hasMessages = bytes:sub(1, #MAGIC) == MAGIC:sub(1, #bytes)
        stream.synced = stream.synced and stream.hasMessages
    end
    local events = messages.Feed(stream, begin, {length = length, bytes = bytes, span = length,
                                                 number = pinfo.number, time = pinfo.abs_ts})
    stream.hasMessages = stream.hasMessages or #events > 0
    return stream.hasMessages and events or {}
end

function message.dissector(tvb, pinfo, tree)
    local at, length, header = FindTcp(tvb)
    if not at or pinfo.port_type ~= 2 then -- TCP's
        return
    end
    local captured = math.min(length, tvb:len() - at - header)
    local payload = captured > 0 and tvb(at + header, captured) or nil
    if not pinfo.visited then
        found[pinfo.number] = FollowTcp(tvb, pinfo, at, length, payload)
    end
    Show(tree, pinfo, payload or tvb(0, 0), found[pinfo.number] or {})
end

-- @return the folder of a capture named on the command line, where there is one to read (Linux)
local function FindFolder()
    local file = io.open("/proc/self/cmdline", "rb")
    local line = file and file:read("*a") or ""
    if file then
        file:close()
    end
    local folder
    for word in line:gmatch("%Z+") do
        folder = word:match("^(.*/)[^/]*%.pcap[^/]*$") or folder
    end
    return folder
end

local function ReadNames()
    names = {}
    local file = io.open(message.prefs.jobs, "r") or io.open((FindFolder() or "") .. message.prefs.jobs, "r")
    if file then
        for line in file:lines() do
            local number, name = line:match("^(%d+),([^,]*)")
            if number then
                names[tonumber(number)] = name
            end
        end
        file:close()
    end
end

local range -- of ports that we have taken
local function TakePorts()
    local ports = DissectorTable.get("udp.port")
    if range then
        ports:remove(range, bulk)
        for port, other in pairs(others) do
            ports:add(port, other)
        end
    end
    others, range = {}, tostring(message.prefs.ports)
    for first, last in range:gmatch("(%d+)%-?(%d*)") do
        for port = tonumber(first), tonumber(last) or tonumber(first) do
            others[port] = ports:get_dissector(port)
        end
    end
    ports:add(range, bulk)
end

function message.init()
    streams, found = {}, {}
    ReadNames()
end

function message.prefs_changed()
    TakePorts()
    ReadNames()
end

TakePorts()
overTcp:register_heuristic("tcp", ClaimTcp)
register_postdissector(message)
