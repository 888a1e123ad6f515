-- Finishes an acquisition, whatever its state. One that is not known yet is refused when it arrives later.
--
-- KEYS[1]  the record, see record.lua
-- ARGV     1 to 6 see record.lua; 7 how many of the reserved tokens were used
-- returns  see record.lua; released, cancelled, lost or unknown, and the same when repeated

if owner == id then
  local how = held and 'r' or 'l'
  if held then
    use(tonumber(ARGV[7]))
  end
  finish(instance, sequence, how)
  pass_on()
  save()
  return answer(states[how])
end

local mine = place()
if mine and waiting[mine].sequence == sequence then
  table.remove(waiting, mine)
  finish(instance, sequence, 'c')
  if not held then
    expire()
    pass_on()
  end
  save()
  return answer('cancelled')
end

local over = finished()
if not over then
  finish(instance, sequence, 'u')
  save()
end
return answer(over or 'unknown')
