-- Takes the lock, or a place in its queue. Repeated by the holder it restarts the lease, never shortening it, and keeps
-- the token; a claim reserves the tokens. Repeated by a waiter it keeps the place, and repeated when all is over it says how that was.
--
-- KEYS[1]  the record, see record.lua
-- ARGV     1 to 6 see record.lua; 7 lease in ms, 8 how long to keep a place in the queue, in ms (0 takes none),
--          9 application, 10 process, 11 thread, 12 way in which it hears of a grant,
--          13 how many tokens to reserve
-- returns  see record.lua; granted, queued, refused, cancelled, released, lost or unknown

local lease, keep, passes = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[13])

if owner == id and held then
  deadline = math.max(deadline, millis + lease)
  set('deadline', deadline)
  set('application', ARGV[9])
  set('process', ARGV[10])
  set('thread', ARGV[11])
  reserve(math.max(reserved, passes))
  save()
  return answer('granted')
end

local lapsed = owner == id
expire()
if lapsed then
  pass_on()
  save()
  return answer('lost')
end

-- A newer acquisition of the same instance holds or waits: this one comes late, and its release is still to come.
local mine = place()
local newer = holds_newer() or mine and waiting[mine].sequence > sequence
local over = finished() or newer and 'unknown'
if over then
  return answer(over)
end

if not held and not hand_over(mine) then
  if mine then
    table.remove(waiting, mine)
  end
  own(id, lease, passes, ARGV[9], ARGV[10], ARGV[11])
  save()
  return answer('granted')
end

if keep == 0 then
  save()
  return answer('refused')
end

local waiter = { instance = instance, sequence = sequence, kept = millis + keep, way = ARGV[12] }
waiting[place() or #waiting + 1] = waiter
save()
return answer('queued', within_reach(waiter))
