-- Lets the lease of the holder last at least so long from now. Never shortens it, never revives it.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua; 3 lease in ms; 4 if given, the record is written even if nothing changes, so that
--          replicas can be asked whether they have it
-- returns  see head.lua; granted, or how the acquisition has finished

if owner == id and held then
  deadline = math.max(deadline, millis + ARGV[3])
  save(ARGV[4])
  return answer('granted')
end

if owner == id then
  expire()
  pass_on()
  save()
  return answer('lost')
end

return answer(finished(sequence) or 'unknown')
