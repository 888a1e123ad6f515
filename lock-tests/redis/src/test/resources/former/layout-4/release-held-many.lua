-- Releases many locks, as release-held.lua does each. Knows only those that are held in time, that nobody waits for and
-- that may be forgotten; of all else it changes nothing, so that release.lua is asked, which has the words for it.
--
-- KEYS     the records, see head.lua
-- ARGV     for each record the acquisition, how many of the reserved tokens were used, and if it may be forgotten 1, else 0
-- returns  {time in microseconds; then for each record 1 if it was released, else 0}

local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local answers = { micros }

for position, key in ipairs(KEYS) do
  local id, used, forgotten = ARGV[3 * position - 2], ARGV[3 * position - 1], ARGV[3 * position] == '1'
  local text, after, released = forgotten and redis.pcall('GET', key), #id + 9, 0
  if type(text) == 'string' and string.sub(text, 1, after - 1) == 'lock/4 ' .. id .. ' ' then
    local since = string.sub(text, after, after + 15)
    if since + 1000 * string.sub(text, after + 17, after + 28) > micros + 1000 and since + used < micros then
      redis.call('DEL', key)
      released = 1
    end
  end
  answers[1 + position] = released
end

return answers
