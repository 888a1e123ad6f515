-- Renews many leases, as renew.lua does each. Knows only leases that last; of all else it changes nothing and says
-- nothing, so that it is asked for by renew.lua, which has the words for it.
--
-- KEYS     the records, see head.lua
-- ARGV     for each record the acquisition and the lease in ms
-- returns  {time in microseconds; then for each record the token and the rest of the lease in ms, or twice 0}

local call, pcall = redis.call, redis.pcall
local time = call('TIME')
local micros = time[1] * 1000000 + time[2]
local millis = math.floor(micros / 1000)
local answers = { micros }

for position, key in ipairs(KEYS) do
  local record = pcall('HMGET', key, 'layout', 'owner', 'deadline', 'token', 'reserved')
  local deadline, token, rest = tonumber(record[3] or 0), tonumber(record[4] or 0), 0
  if record[1] == layout and record[2] == ARGV[2 * position - 1] and deadline > millis then
    rest = math.max(deadline - millis, tonumber(ARGV[2 * position]))
    call('PEXPIRE', key, math.max(rest, math.ceil((token + (record[5] or 0) - micros) / 1000)) + retention)
    if millis + rest > deadline then
      call('HSET', key, 'deadline', millis + rest)
    end
  else
    token = 0
  end
  answers[2 * position], answers[2 * position + 1] = token, rest
end

return answers
