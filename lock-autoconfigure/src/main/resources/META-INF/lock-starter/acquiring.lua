-- Takes the lock, or a place in its queue. Repeated by the holder it restarts the lease, never shortening it, and keeps
-- the token. Repeated by a waiter it keeps the place, and repeated when all is over it says
-- how that was.
--
-- ARGV     3 lease in ms, 4 what the record says of it after the token; 5 how long to
--          keep a place in the queue, in ms (0 takes none), 6 way in which it hears of a grant; 5 and 6 may be left out
-- returns  granted, queued, refused, cancelled, released, lost or unknown; and if queued, whether within reach

local function acquire()
  local lease, keep = tonumber(ARGV[3]), tonumber(ARGV[5] or 0)
  local passes, whose = string.match(ARGV[4], '^%d+ (%d+)\n(.*)$')
  passes = tonumber(passes)

  if owner == id and held then
    deadline, reserved, names = math.max(deadline, millis + lease), math.max(reserved, passes), whose
    return 'granted'
  end

  if owner == id then
    expire()
    pass_on()
    return 'lost'
  end

  -- A newer acquisition of the same instance holds or waits: this one comes late, and its release is still to come.
  local newer = holds_newer() or mine and mine.sequence > sequence
  local over = finished(sequence) or newer and 'unknown'
  if over then
    return over
  end

  expire()
  if not held and not hand_over(mine and instance) then
    if mine then
      give_up(mine)
    end
    own(id, lease, passes, whose)
    return 'granted'
  end

  if keep == 0 then
    return 'refused'
  end

  take_place(millis + keep, ARGV[6], passes)
  return 'queued', within_reach(instance, ARGV[6])
end

