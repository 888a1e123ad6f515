if take_free(key, id, now, ARGV[3], ARGV[4]) then
  return 'granted ' .. now .. ' ' .. ARGV[3] .. ' ' .. now .. (ARGV[7] and ' 0' or '')
end

