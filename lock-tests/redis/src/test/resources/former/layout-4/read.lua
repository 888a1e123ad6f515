local text = redis.call('GET', key)
local micros = tonumber(now)

