-- Takes the lock or a share of it, or a place in its queue. Repeated by the holder, it restarts the lease without shortening
-- it, and keeps the token; if the holder now asks for a share, others may share the lock; it may ask for nothing else.
-- Repeated by a waiter, it keeps the place, and repeated after the end, it answers with the outcome.
--
-- ARGV     3 the time to keep the record of a free lock that is taken, in ms; 4 the text of its record after the token, and
--          for a share '<lease in ms, 12 digits> <tokens>/<permits>of<capacity>', and on the next line the text of its
--          holding after the permits; 5 its place in the queue: the time to keep that, in ms, and the way in which it is
--          notified of a grant, or nothing if it takes none; then ~ and the secret of the acquisition, which a grant of this
--          store proves; then, if callers are to be served in that order, ^ and how long its caller has waited, in
--          microseconds. A ! before that if it supersedes: all earlier acquisitions of its instance
--          at this lock are over. Or - if it takes nothing: the holder only lets others share the lock
-- returns  granted, queued, refused, cancelled, released, lost or unknown; for a share the end of its lease; and the last word of
--          the answer, see head.lua

local function acquire()
  local lease, tokens, passes, share, whose = string.match(ARGV[4], '^(%d+) ((%d+)(%S*))\n(.*)$')
  local supersedes, keep, way, secret, waited = string.match(ARGV[5], '^(!?)(%d*)(%a?)(~?%x*)%^?(%d*)')
  local permits, capacity = wanted(share)
  lease, passes, keep, waited = tonumber(lease), tonumber(passes), tonumber(keep) or 0, tonumber(waited)

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
  if over or ARGV[5] == '-' then
    return over or 'unknown'
  end

  expire()
  if supersedes ~= '' then
    end_older()
  end
  local since = waited and not (mine and keep == 0) and micros - waited
  local at = slot(since)
  if mine and mine.first ~= at then
    give_up(mine)
  end
  if keep > 0 then
    coming = { first = at, instance = instance, kept = millis + keep, way = way, since = since }
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

  take_place(at, millis + keep, way, tokens, share, since, secret)
  return 'queued', nil, within_reach(instance, way) and '1' or '0'
end

