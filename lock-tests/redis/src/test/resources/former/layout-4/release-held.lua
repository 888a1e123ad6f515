-- The usual case of a release, in short, since most locks are not waited for: nothing has to be remembered.

local after = #id + 9
if text and ARGV[4] == '1' and string.sub(text, 1, after - 1) == 'lock/4 ' .. id .. ' ' then
  local since = string.sub(text, after, after + 15)
  if since + 1000 * string.sub(text, after + 17, after + 28) > micros + 1000 and since + ARGV[3] < micros and not ARGV[5] then
    redis.call('DEL', key)
    return 'released 0 0 ' .. now
  end
end

