-- Asks again for many locks, as acquire.lua does for each. Serves only waiters that continue to wait: those whose place is
-- kept while another instance has the lock alone and its lease lasts. For all others it changes nothing and answers 0,
-- so that they are left to acquire.lua, which has the rules for them.
--
-- KEYS     the records, see head.lua; in a Cluster only one
-- ARGV     1 the instance, 2 its channel, 3 way in which it is notified of a grant;
--          then for each record the sequence, the time to keep the place, in ms, and the number of tokens
--          to reserve, with its share and its secret as in head.lua; and, if callers are to be served in that order, ^ and
--          how long its caller has waited, in microseconds: by another caller than before the place may change
-- returns  {time in microseconds, server id, 1 if within reach, else 0; then for each record the rest of the holder's
--          lease in ms, or 0}

local call, pcall = redis.call, redis.pcall
local instance, channel, way = ARGV[1], ARGV[2], ARGV[3]
local time = call('TIME')
local micros = time[1] * 1000000 + time[2]
local millis = math.floor(micros / 1000)
local answers = { micros, '-', 1 }
local waiters = 0

-- Whether a newer acquisition of the instance has finished, or this one has.
local function is_over(record, queue_end, number)
  local _, last = string.find(record, ' ' .. instance .. ':', queue_end, true)
  local finished = last and string.match(record, '^%d+', last + 1)
  return finished and tonumber(finished) >= tonumber(number)
end

-- A request takes a moment.
local function is_as_old(since, waited)
  return since == waited or since ~= '' and waited ~= '' and math.abs(micros - waited - since) < 500000
end

for position, key in ipairs(KEYS) do
  local number, keep = ARGV[3 * position + 1], ARGV[3 * position + 2]
  local tokens, waited, last = string.match(ARGV[3 * position + 3], '^([^%^]*)%^?(%d*)(~?%x*)$')
  local record, rest = pcall('GET', key), 0
  record = type(record) == 'string' and record or ''
  local whose, holding, token, lasts, reserved = string.match(record, '^lock/4%+ (%S*):(%d+) (%d+) (%-?%d+) (%d+)\n')
  local deadline = math.floor((token or 0) / 1000) + (lasts or 0)

  if deadline > millis and whose ~= 'shared' and (whose ~= instance or holding == '0') and keep ~= '0' then
    local _, from = string.find(record, ' ' .. instance .. ':' .. number .. '@', 1, true)
    local kept, since, to = string.match(record, '^(%d+)%a' .. tokens .. '%^?(%d*)' .. last .. '()%f[ \n]', (from or #record) + 1)
    if kept and tonumber(kept) > millis and is_as_old(since, waited) and not is_over(record, string.find(record, '\n', to, true), number) then
      -- The record lasts as long as before. But at full memory, a script may write only if it began with a PEXPIRE.
      if waiters == 0 then
        call('PEXPIRE', key, math.max(deadline - millis, math.ceil((token + reserved - micros) / 1000)) + retention)
      end
      call('SETRANGE', key, from, digits(millis + keep) .. way)
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
  local counted = way == 'n' and 'NUMSUB' or way == 's' and 'SHARDNUMSUB'
  local count = counted and pcall('PUBSUB', counted, channel)
  if count and not count.err and count[2] == 0 then
    answers[3] = 0
  end
end

return answers
