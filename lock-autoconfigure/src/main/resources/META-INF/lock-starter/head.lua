-- Reads the record of a lock. This part stands before most others.
--
-- KEYS[1]  the record, a hash with these fields:
--          layout       the version of this layout
--          owner        the acquisition that holds the lock, <instance>:<sequence>; empty if it is free;
--                       <instance>:0 if it was released, and is only kept from others for a while
--          deadline     when its lease ends, or the lock is no longer kept, in ms on this server's clock
--          token        the last fencing token
--          reserved     how many tokens after it are the owner's, too; of no meaning if there is none
--          since        when the owner was granted the lock, in ms
--          application, process, thread      who that is, for people to read
--          queue        the acquisitions that wait, the oldest first:
--                       <instance>:<sequence>@<kept until, ms><way><tokens to reserve>
--          finished:<instance>               an instance's last finished acquisition: its sequence, and r, c, l or u
--          A waiter's way says how it hears of a grant: n by a channel, s by a sharded channel, b by a channel of
--          which the server does not know all receivers, d not at all: it asks every second. As N, S or B it asks every
--          second as well, since a grant was lost on that channel
-- ARGV     1 acquisition, 2 field for its instance's last finished one, 3 sequence, 4 channel prefix
-- returns  '<state> <token if granted, else 0> <rest of the holder's lease in ms> <time in microseconds>', if queued
--          with ' <server id> <1 if within reach, else 0>'; or 'layout <version>' for a record that is none of ours

local key, id, mark, sequence = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local micros = tonumber(now)
local millis = math.floor(micros / 1000)

local record = redis.call('HMGET', key, 'layout', 'owner', 'deadline', 'token', 'queue', mark, 'reserved')

-- What most scripts find: a record of ours for which nobody waits, and a call that does not come late.
local usual = record[1] == layout and (not record[5] or record[5] == '')
  and (not record[6] or tonumber(string.sub(record[6], 1, -2)) < sequence)

-- Lua would print a large number with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end

