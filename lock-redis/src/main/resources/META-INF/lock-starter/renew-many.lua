-- Renews many leases, as renew.lua does each. Serves only leases that last; all others it leaves unchanged, with the
-- answer 0, to renew.lua, which has the rules for them.
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
  local record, rest = pcall('GET', key), 0
  local owner, token, first, lasts, reserved = string.match(type(record) == 'string' and record or '',
    '^lock/4%+? (%S*) (%d+) ()(%-?%d+) (%d+)\n')
  token = tonumber(token or 0)
  local since = math.floor(token / 1000)
  local deadline = since + (lasts or 0)
  local id = ARGV[2 * position - 1]
  -- the lease of one that shares the lock
  local _, from = string.find(owner == 'shared:0' and record or '', ' ' .. id .. '@', 1, true)
  local ends = from and tonumber(string.match(record, '^(%d+)x', from + 1))
  if owner == id and deadline > millis then
    rest = math.max(deadline - millis, tonumber(ARGV[2 * position]))
    call('PEXPIRE', key, math.max(rest, math.ceil((token + reserved - micros) / 1000)) + retention)
    if millis + rest > deadline then
      call('SETRANGE', key, first - 1, string.format('%012.0f', millis + rest - since))
    end
  elseif ends and ends > millis then
    rest = math.max(ends - millis, tonumber(ARGV[2 * position]))
    call('PEXPIRE', key, math.max(rest, deadline - millis) + retention)
    call('SETRANGE', key, from, digits(millis + rest))
    if millis + rest > deadline then
      call('SETRANGE', key, first - 1, string.format('%012.0f', millis + rest - since))
    end
  else
    token = 0
  end
  answers[2 * position], answers[2 * position + 1] = token, rest
end

return answers
