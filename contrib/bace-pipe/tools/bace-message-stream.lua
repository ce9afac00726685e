-- SPDX-License-Identifier: GPL-2.0-only
-- Finds messages in a byte stream of which only pieces are captured, in whatever order they come. Part
-- of the dissector in bace-pipe.lua; knows neither packets nor Wireshark, but for its numbers of 64 bits.
--
-- Where the next header begins follows from the one before: a stream is followed in order, and payload
-- is skipped by its length without being looked at.

local HEADER_BYTES = 32 -- MessageFrame::HEADER_BYTES
local MAGIC = "\66\80\1\32" -- "BP", version, bytes of the header
local MAX_PENDING = 131072 -- pieces of a stream that wait for one before them

-- @return a number in network byte order; above 2^53 it is not exact
local function Read(bytes, first, count)
    local value = 0
    for i = first, first + count - 1 do
        value = value * 256 + bytes:byte(i)
    end
    return value
end

local function Read64(bytes, first)
    return UInt64.new(Read(bytes, first + 4, 4), Read(bytes, first, 4))
end

-- @return what the 32 bytes of a header say; nil if it is none
local function ParseHeader(bytes)
    if bytes:sub(1, #MAGIC) ~= MAGIC then
        return nil
    end
    return {
        kind = bytes:byte(5), owner = Read(bytes, 6, 3),
        chunk = bytes:byte(9), microBatch = Read(bytes, 10, 3), iteration = Read(bytes, 13, 4),
        id = Read64(bytes, 17), bytes = Read64(bytes, 25),
        left = Read(bytes, 25, 8), -- as a double: good enough to find the next header
    }
end

-- Takes the next bytes of a stream. Every turn of the loop takes at least one.
-- @param piece see Feed()
-- @param now the piece that has just come
-- @param events where those of Feed() are added
local function Consume(stream, piece, now, events)
    local at = 0
    while at < piece.length do
        if stream.frame then
            local skipped = math.min(stream.left, piece.length - at)
            stream.left = stream.left - skipped
            at = at + skipped
        else
            local part = piece.bytes:sub(at + 1, math.min(at + HEADER_BYTES - #stream.header, piece.length))
            if #part < math.min(HEADER_BYTES - #stream.header, piece.length - at) then
                stream.synced = false
                table.insert(events, {problem = "cut"})
                return
            end
            if #stream.header == 0 then
                stream.begun = piece
            end
            stream.header = stream.header .. part
            at = at + #part
            if #stream.header == HEADER_BYTES then
                local frame = ParseHeader(stream.header)
                stream.header = ""
                if not frame then
                    stream.synced = false
                    table.insert(events, {problem = "bad"})
                    return
                end
                frame.number, frame.time = stream.begun.number, stream.begun.time
                stream.frame, stream.left = frame, frame.left
                table.insert(events, {begins = frame, offset = piece.number == now.number and at - HEADER_BYTES})
            end
        end
        if stream.frame and stream.left <= 0 then
            table.insert(events, {ends = stream.frame, time = now.time - stream.frame.time})
            stream.frame = nil
        end
    end
end

-- @return begin of the piece that is next of those that wait, all or part of it; forgets what is outdated
local function FindNext(stream)
    if stream.pending[stream.next] then
        return stream.next
    end
    if stream.lowest >= stream.next then
        return nil -- there is a gap
    end
    local found
    stream.lowest = math.huge
    for begin, piece in pairs(stream.pending) do
        if begin + piece.span <= stream.next then
            stream.pending[begin] = nil
            stream.waiting = stream.waiting - 1
        else
            found = begin < stream.next and begin or found
            stream.lowest = math.min(stream.lowest, begin)
        end
    end
    return found
end

local function Wait(stream, begin, piece)
    local other = stream.pending[begin]
    if other and other.span >= piece.span then
        return
    end
    stream.waiting = stream.waiting + (other and 0 or 1)
    stream.synced = stream.waiting <= MAX_PENDING
    stream.pending[begin] = piece
    stream.lowest = math.min(stream.lowest, begin)
end

-- @return what of a piece is not known yet: TCP may cut otherwise when it sends again
local function Trim(piece, known)
    if known <= 0 then
        return piece
    end
    return {length = piece.length - known, bytes = piece.bytes:sub(known + 1), span = piece.span - known,
            number = piece.number, time = piece.time, trimmed = known}
end

-- Takes a piece of a stream wherever it belongs: what comes too early waits, what comes again is left out.
-- @param begin position of the piece; it ends at begin + piece.span, in bytes or in segments
-- @param piece true length, bytes that are captured, span, number and time of its packet
-- @return messages that begin (begins, and the offset in the piece if the header is in this packet) or end
--         (ends, and the time since the packet of the header), or a problem
local function Feed(stream, begin, piece)
    local events = {}
    local isLatest = begin >= stream.highest
    stream.highest = math.max(stream.highest, begin + piece.span)
    if not stream.synced and isLatest and piece.bytes:sub(1, #MAGIC) == MAGIC then
        -- Lost, or not seen from its begin, but here a message begins.
        stream.synced, stream.next, stream.header, stream.frame = true, begin, "", nil
        stream.pending, stream.waiting, stream.lowest = {}, 0, math.huge
    end
    if not stream.synced or begin + piece.span <= stream.next then
        return events
    end
    if begin > stream.next then
        Wait(stream, begin, piece)
        return events
    end
    local now = piece
    while piece do
        piece = Trim(piece, stream.next - begin)
        stream.next = stream.next + piece.span
        local first = #events + 1
        Consume(stream, piece, now, events)
        for i = first, #events do
            if events[i].offset then
                events[i].offset = events[i].offset + (piece.trimmed or 0)
            end
        end
        begin = stream.synced and stream.waiting > 0 and FindNext(stream)
        piece = begin and stream.pending[begin]
        if piece then
            stream.pending[begin] = nil
            stream.waiting = stream.waiting - 1
        end
    end
    return events
end

-- @param base what the user wants to remember of its begin
-- @param synced whether its begin, position 0, will be seen: else the first header that begins a piece is
local function NewStream(base, synced)
    return {base = base, next = 0, highest = 0, synced = synced, header = "", left = 0, pending = {}, waiting = 0,
            lowest = math.huge}
end

return {HEADER_BYTES = HEADER_BYTES, MAGIC = MAGIC, New = NewStream, Feed = Feed}
