-- The usual case of a release, in short, since most locks are not waited for, nor kept from others.

if usual and record[2] == id and not ARGV[6] and tonumber(record[3]) > millis
  and (record[6] or redis.call('HLEN', key) < 250) then
  local used = math.min(ARGV[5], record[7] or 0)
  local ahead = math.ceil((record[4] + used - micros) / 1000)
  redis.call('PEXPIRE', key, ahead > 0 and ahead + retention or retention)
  redis.call('HSET', key, 'owner', '', mark, ARGV[3] .. 'r')
  if used > 0 then
    redis.call('HSET', key, 'token', digits(record[4] + used))
  end
  return 'released 0 0 ' .. now
end

