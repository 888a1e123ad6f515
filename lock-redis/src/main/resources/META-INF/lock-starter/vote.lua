-- Takes the lock as acquire.lua does, as one of several servers that have to agree: with a fencing token that all of them can
-- give, and only if this server has been up long enough that it can't have forgotten a lease that lasts. Queues for nothing.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 5 see acquiring.lua; 6 least token, 7 the time that the server must have been up, in ms
-- returns  see head.lua, followed by the server's id; or 'young <how long it has been up, in
--          seconds, or -> <the server's id>'; fails on a replica

-- What a replica has, its primary may overwrite, and one that may write fails no command.
local replication = redis.pcall('INFO', 'replication')
if type(replication) == 'string' and string.find(replication, 'role:slave', 1, true) then
  return redis.error_reply('READONLY a replica has no vote')
end

local info = redis.pcall('INFO', 'server')
local about = type(info) == 'string' and info or ''
local server = string.match(about, 'run_id:(%w+)') or '-'
local up, least_up = tonumber(string.match(about, 'uptime_in_seconds:(%d+)')), tonumber(ARGV[7])

-- It began within the second before.
if least_up > 0 and not (up and (up - 1) * 1000 >= least_up) then
  return 'young ' .. (up and digits(math.max(up - 1, 0)) or '-') .. ' ' .. server
end

local state = acquire()
if state == 'granted' then
  token = math.max(token, tonumber(ARGV[6]))
end
save()
return answer(state) .. ' ' .. server
