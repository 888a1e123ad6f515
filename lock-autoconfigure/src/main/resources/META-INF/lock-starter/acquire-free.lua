-- The usual case of an acquisition, in short, since most locks are free: nobody has it, and nobody waits.

if usual and record[2] == '' and tonumber(record[4] or 0) < micros or not record[1] and redis.call('EXISTS', key) == 0 then
  redis.call('HSET', key, 'layout', layout, 'owner', id, 'deadline', digits(millis + ARGV[5]), 'token', now,
    'reserved', ARGV[11], 'since', string.sub(now, 1, -4), 'application', ARGV[7], 'process', ARGV[8], 'thread', ARGV[9])
  redis.call('PEXPIRE', key, math.max(ARGV[5], math.ceil(ARGV[11] / 1000)) + retention)
  return 'granted ' .. now .. ' ' .. ARGV[5] .. ' ' .. now
end

