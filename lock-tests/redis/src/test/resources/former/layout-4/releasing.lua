-- Finishes an acquisition of this instance, whatever its state, and hands nothing over yet. Unless it may be forgotten, as no request for it can come
-- any more, it has its mark: one that is not known yet is refused when it arrives later. Of the tokens that were reserved
-- for it, so many were used. A lock that is released in time may be kept from others for so many ms: then it has an
-- owner that nobody is, and whose end is no loss.
--
-- returns  released, cancelled, lost or unknown, and the same when repeated, unless it was forgotten

local function release(number, passes, forget, keep)
  local function finish_unless_forgotten(how)
    if not forget then
      finish(instance, number, how)
    end
    return states[how]
  end

  local whose = instance .. ':' .. digits(number)
  local had = holding(whose)
  if had then
    local how = had.ends > millis and 'r' or 'l'
    leave(had)
    if keep and how == 'r' then
      join(instance .. ':0', millis + keep, had.permits, '')
    end
    free_unless_shared()
    return finish_unless_forgotten(how)
  end

  if owner == whose then
    local how = held and 'r' or 'l'
    use(held and passes or reserved)
    if held and keep then
      owner, deadline = instance .. ':0', millis + keep
    else
      free_unless_shared()
    end
    return finish_unless_forgotten(how)
  end

  if mine and mine.sequence == number then
    give_up(mine)
    expire()
    return finish_unless_forgotten('c')
  end

  -- The release of an older acquisition is late: all its requests are refused from now on, so its place must not stay.
  if mine and mine.sequence < number then
    give_up(mine)
  end
  return finished(number) or finish_unless_forgotten('u')
end

