-- Takes the lock or a share of it, or a place in its queue. Repeated by the holder it restarts the lease, never shortening
-- it, and keeps the token; if it wants a share now, it lets others in. Repeated by a waiter it keeps the place, and
-- repeated when all is over it says how that was.
--
-- waited   for how long its caller has waited, in microseconds, if it is to be served in that order
-- ARGV     3 lease in ms, 4 what the record says of it after the token, and for a share '<lease in ms, 12 digits>
--          <tokens>/<permits>of<capacity>', and on the next line what the holdings say after the permits; 5 how long to
--          keep a place in the queue, in ms (0 takes none), 6 way in which it hears of a grant; 5 and 6 may be left out
-- returns  granted, queued, refused, cancelled, released, lost or unknown; of a share when its lease ends; and the last word of
--          the answer, see head.lua

local function acquire(waited)
  local lease, keep = tonumber(ARGV[3]), tonumber(ARGV[5] or 0)
  local tokens, passes, share, whose = string.match(ARGV[4], '^%d+ ((%d+)(%S*))\n(.*)$')
  local permits, capacity = wanted(share)
  passes = tonumber(passes)

  local had = holding(id)
  if had and had.ends > millis then
    local ends = math.max(had.ends, millis + lease)
    leave(had)
    join(id, ends, had.permits, permits and whose or '')
    return 'granted', ends
  end

  if had then
    lose_share(had)
    pass_on()
    return 'lost'
  end

  if owner == id and held and permits then
    local ends = math.max(deadline, millis + lease)
    use(reserved)
    join(id, ends, permits, whose)
    hand_over()
    return 'granted', ends
  end

  if owner == id and held then
    deadline, reserved, names = math.max(deadline, millis + lease), math.max(reserved, passes), whose
    return 'granted', nil, waited and others_waited()
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
  local since = waited and not (mine and keep == 0) and micros - waited
  local at = slot(since)
  if mine and mine.first ~= at then
    give_up(mine)
  end
  if keep > 0 then
    coming = { first = at, instance = instance, kept = millis + keep, way = ARGV[6], since = since }
  end
  if not hand_over(at) and fits(permits, capacity) then
    coming = nil
    if mine then
      give_up(mine)
    end
    if permits then
      join(id, millis + lease, permits, whose)
      hand_over()
      return 'granted', millis + lease
    end
    own(id, lease, passes, whose)
    return 'granted', nil, waited and others_waited()
  end

  if keep == 0 then
    return 'refused'
  end

  take_place(at, millis + keep, ARGV[6], tokens, since)
  return 'queued', nil, within_reach(instance, ARGV[6]) and '1' or '0'
end

