-- Acquires and releases locks that several threads ask for at the same moment, in the order in which they asked. The
-- usual cases are decided here, all others by the functions, which are the scripts for one lock.
--
-- KEYS     the records, see head.lua; the same one may come several times
-- ARGV     1 channel prefix; then for each record the number of its arguments, for a release below zero, and those of
--          acquire.lua or release.lua but for the second
-- returns  for each record the answer, see head.lua; empty if there was an error

local now, micros

local function read_clock()
  local time = redis.call('TIME')
  now = time[1] .. string.sub('00000' .. time[2], -6)
  micros = tonumber(now)
end

-- It reads the clock itself, and no later token may be smaller than its own.
local function ask(script, key, id, first, last)
  local done, answer = pcall(script, { key }, { id, ARGV[1], unpack(ARGV, first, last) })
  read_clock()
  return done and answer or ''
end

local answers, at = {}, 2
read_clock()

for position, key in ipairs(KEYS) do
  local count, id = tonumber(ARGV[at]), ARGV[at + 1]
  local last = at + math.abs(count)
  if count > 0 then
    local lease = ARGV[at + 2]
    answers[position] = take_free(key, id, now, lease, ARGV[at + 3])
      and 'granted ' .. now .. ' ' .. lease .. ' ' .. now .. (count > 5 and ' 0' or '')
      or ask(acquire_lock, key, id, at + 2, last)
  else
    local text = count == -3 and ARGV[at + 3] == '1' and redis.pcall('GET', key)
    local known, released = pcall(release_held, key, id, text, micros, ARGV[at + 2])
    answers[position] = known and released and 'released 0 0 ' .. now or ask(release_lock, key, id, at + 2, last)
  end
  at = last + 1
end

return answers
