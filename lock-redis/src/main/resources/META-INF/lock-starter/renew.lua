-- Extends the lease of the holder, or of one that shares the lock, to at least a time from now. Never shortens or revives it.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua; 3 lease in ms; 4 if given, the record is written even if nothing changes, so that
--          replicas can be asked to acknowledge it
-- returns  see head.lua; granted, or the outcome of the acquisition

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
