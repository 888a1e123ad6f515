-- Takes the lock, or a place in its queue. Repeated by the holder it restarts the lease, never shortening it, and keeps
-- the token. Repeated by a waiter it keeps the place, and repeated when all is over it says
-- how that was.
--
-- ARGV     5 lease in ms, 6 how long to keep a place in the queue, in ms (0 takes none), 7 application, 8 process,
--          9 thread, 10 way in which it hears of a grant, 11 how many tokens to reserve
-- returns  granted, queued, refused, cancelled, released, lost or unknown; and if queued, whether within reach

local function acquire()
  local lease, keep, passes = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[11])

  if owner == id and held then
    deadline, reserved = math.max(deadline, millis + lease), math.max(reserved, passes)
    set('application', ARGV[7])
    set('process', ARGV[8])
    set('thread', ARGV[9])
    return 'granted'
  end

  if owner == id then
    expire()
    pass_on()
    return 'lost'
  end

  -- A newer acquisition of the same instance holds or waits: this one comes late, and its release is still to come.
  local mine = own_place()
  local newer = holds_newer() or mine and mine.sequence > sequence
  local over = finished(sequence) or newer and 'unknown'
  if over then
    return over
  end

  expire()
  if not held and not hand_over(mine and instance) then
    mine = own_place()
    if mine then
      give_up(mine)
    end
    own(id, lease, passes, ARGV[7], ARGV[8], ARGV[9])
    return 'granted'
  end

  if keep == 0 then
    return 'refused'
  end

  take_place(own_place(), millis + keep, ARGV[10], passes)
  return 'queued', within_reach(instance, ARGV[10])
end

