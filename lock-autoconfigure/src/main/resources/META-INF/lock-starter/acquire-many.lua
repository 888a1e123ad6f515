-- Asks again for many locks, as acquire.lua does for each. Knows only waiters that go on waiting: those whose place is
-- kept, while somebody else's lease lasts. Of all else it changes nothing and says nothing, so that it is asked for by
-- acquire.lua, which has the words for it.
--
-- KEYS     the records, see head.lua
-- ARGV     1 the instance, 2 field for its last finished acquisition, 3 its channel, 4 way in which it hears of a grant;
--          then for each record the sequence, how long to keep the place, in ms, and how many tokens to reserve
-- returns  {time in microseconds, server id, 1 if within reach, else 0; then for each record the rest of the holder's
--          lease in ms, or 0}

local call, pcall = redis.call, redis.pcall
local instance, mark, channel, way = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local time = call('TIME')
local micros = time[1] * 1000000 + time[2]
local millis = math.floor(micros / 1000)
local answers = { micros, '-', 1 }
local waiters = 0

for position, key in ipairs(KEYS) do
  local number, keep, tokens = ARGV[3 * position + 2], ARGV[3 * position + 3], ARGV[3 * position + 4]
  local record = pcall('HMGET', key, 'layout', 'owner', 'deadline', 'queue', mark, 'token', 'reserved')
  local owner, deadline, queue, rest = record[2] or '', tonumber(record[3] or 0), record[4] or '', 0
  local whose, holding = string.match(owner, '^(.*):(%d+)$')
  local over = record[5] and tonumber(string.sub(record[5], 1, -2)) >= tonumber(number)
  local newer = whose == instance and tonumber(holding) >= tonumber(number)

  if record[1] == layout and whose and deadline > millis and not over and not newer and keep ~= '0' then
    -- Found with the blank before it, which the first place lacks: so the position counts one more than in the queue.
    local _, from = string.find(' ' .. queue, ' ' .. instance .. ':' .. number .. '@', 1, true)
    local kept, to = string.match(queue, '^(%d+)%a%d+()', from)
    if from and kept and tonumber(kept) > millis then
      -- The record lasts as long as before. But at full memory a script may write if it has begun with a PEXPIRE.
      if waiters == 0 then
        local ahead = math.ceil(((record[6] or 0) + (record[7] or 0) - micros) / 1000)
        call('PEXPIRE', key, math.max(deadline - millis, ahead) + retention)
      end
      local place = string.format('%.0f', millis + keep) .. way .. tokens
      call('HSET', key, 'queue', string.sub(queue, 1, from - 1) .. place .. string.sub(queue, to))
      waiters, rest = waiters + 1, deadline - millis
    end
  end
  answers[3 + position] = rest
end

if waiters > 0 then
  answers[2] = server_id
  if server_id == '' then
    local info = pcall('INFO', 'server')
    answers[2] = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or '-'
  end
  local count = string.lower(way) == 'n' and pcall('PUBSUB', 'NUMSUB', channel)
  if count and not count.err and count[2] == 0 then
    answers[3] = 0
  end
end

return answers
