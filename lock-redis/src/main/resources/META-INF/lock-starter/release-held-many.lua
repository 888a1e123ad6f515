-- Releases many locks. Serves only locks that are held in time, have no waiters and may be forgotten; all others it
-- leaves unchanged to release.lua, which has the rules for them.
--
-- KEYS     the records, see head.lua
-- ARGV     for each record the acquisition, the number of reserved tokens that were used, and 1 if it may be forgotten, else 0
-- returns  {time in microseconds; then for each record 1 if it was released, else 0}

local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local answers = { micros }

for position, key in ipairs(KEYS) do
  local id, used, forgotten = ARGV[3 * position - 2], ARGV[3 * position - 1], ARGV[3 * position] == '1'
  local text = forgotten and redis.pcall('GET', key)
  answers[1 + position] = release_held(key, id, text, micros, used) and 1 or 0
end

return answers
