-- Finishes an acquisition of this instance, whatever its state: one that is not known yet is refused when it arrives
-- later. Of the tokens that were reserved for it, so many were used.
--
-- returns  released, cancelled, lost or unknown, and the same when repeated

local function release(number, passes)
  if owner == instance .. ':' .. digits(number) then
    local how = held and 'r' or 'l'
    use(held and passes or reserved)
    finish(instance, number, how)
    pass_on()
    return states[how]
  end

  local mine = place()
  if mine and waiting[mine].sequence == number then
    table.remove(waiting, mine)
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

