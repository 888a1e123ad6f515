-- Lets the lease of the holder, or of one of those that share the lock, last at least so long from now. Never shortens it, never revives it.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua; 3 lease in ms; 4 if given, the record is written even if nothing changes, so that
--          replicas can be asked whether they have it
-- returns  see head.lua; granted, or how the acquisition has finished

local had = holding(id)

if had and had.ends <= millis then
  lose_share(had)
  pass_on()
  save()
  return answer('lost')
end

if had then
  local ends = math.max(had.ends, millis + ARGV[3])
  local renewed = string.gsub(string.sub(text, had.first, had.after - 1), '@%d+', '@' .. digits(ends), 1)
  replace(holdings, had.first, had.after, renewed)
  deadline = math.max(deadline, ends)
  save(ARGV[4])
  return answer('granted', ends)
end

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
