-- Finishes an acquisition of this instance, whatever its state: one that is not known yet is refused when it arrives
-- later. Of the tokens that were reserved for it, so many were used. A lock that is released in time may be kept from
-- others for so many ms: then it has an owner that nobody is, and whose end is no loss.
--
-- returns  released, cancelled, lost or unknown, and the same when repeated

local function release(number, passes, keep)
  if owner == instance .. ':' .. digits(number) then
    local how = held and 'r' or 'l'
    use(held and passes or reserved)
    finish(instance, number, how)
    if held and keep > 0 then
      owner, deadline = instance .. ':0', millis + keep
    else
      pass_on()
    end
    return states[how]
  end

  local mine = own_place()
  if mine and mine.sequence == number then
    give_up(mine)
    finish(instance, number, 'c')
    if not held then
      expire()
      pass_on()
    end
    return 'cancelled'
  end

  local over = finished(number)
  if not over then
    finish(instance, number, 'u')
  end
  return over or 'unknown'
end

