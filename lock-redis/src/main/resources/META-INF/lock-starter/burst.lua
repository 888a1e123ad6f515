-- Acquires and releases locks that several threads ask for at the same moment, in the order in which they asked. The
-- usual cases are decided here, all others by the functions, which are the scripts for one lock.
--
-- KEYS     the records, see head.lua; the same one may come several times
-- ARGV     1 channel prefix, 2 for each record a letter: a if it is acquired, r if it is released and may be forgotten;
--          then for each record those of acquire.lua but for the second, or the first and third of release.lua
-- returns  for each record the answer, see head.lua; empty if there was an error

local now, micros

local function read_clock()
  local time = redis.call('TIME')
  now = time[1] .. string.sub('00000' .. time[2], -6)
  micros = tonumber(now)
end

-- It reads the clock itself, and no later token may be smaller than its own.
local function ask(script, key, ...)
  local done, answer = pcall(script, { key }, { ... })
  read_clock()
  return done and answer or ''
end

local channels, letters = ARGV[1], ARGV[2]
local answers, at = {}, 3
read_clock()

for position, key in ipairs(KEYS) do
  local id = ARGV[at]
  if string.byte(letters, position) == 97 then
    local kept, tail, place = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
    answers[position] = take_free(key, id, now, kept, tail, place) or ask(acquire_lock, key, id, channels, kept, tail, place)
    at = at + 4
  else
    local used = ARGV[at + 1]
    local known, released = pcall(release_held, key, id, redis.pcall('GET', key), micros, used)
    answers[position] = known and released and 'released 0 0 ' .. now or ask(release_lock, key, id, channels, used, '1')
    at = at + 2
  end
end

return answers
