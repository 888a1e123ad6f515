-- Reads the clock. This part precedes all scripts for a single lock.
--
-- KEYS[1]  the record of the lock, a string:
--
--            lock/4 <owner> <token> <lasts> <reserved>
--            <application>
--            <process>
--            <thread>
--
--          and, if there is more to remember than its owner, lock/4+ in place of lock/4, and below it
--
--            <queue>
--            <finished>
--            <holdings>
--
--          owner        the acquisition that holds the lock, <instance>:<sequence>; nothing if it is free;
--                       <instance>:0 if it was released, and is only kept from others for a while;
--                       shared:0 if it is shared by those in the holdings
--          token        the last fencing token, 16 digits: the time of the grant in microseconds on this server's
--                       clock, or more if that would not be larger than the token before
--          lasts        when the owner's lease ends, or the lock is no longer kept, in ms after the time that is the
--                       token, 12 digits; if the lock is shared, no earlier than the last of the holdings
--          reserved     the number of tokens after it that also belong to the owner, or for a lock that is shared the permits
--                       in use; meaningless without an owner
--          application, process, thread      the names of the owner, for operators
--          queue        the acquisitions that wait, the next first, each with a blank before it:
--                       <instance>:<sequence>@<kept until, ms><way><tokens to reserve>
--                       then ~ and its secret, in hexadecimal digits, which a grant proves; and if it reported how long its
--                       caller has waited, ^<since then, microseconds>, and among those the oldest is first. If it wants to
--                       share the lock, /<permits>of<capacity> before all that, and the secret last, after a ^ in any case
--          finished     marks, the oldest first, each with a blank before it: the last finished acquisition of an
--                       instance, how it finished (r, c, l or u), and when:
--                       <instance>:<sequence><how><ms>
--          holdings     of a lock that is shared, each with a blank before it; released and only kept with sequence 0:
--                       <instance>:<sequence>@<end of the lease, ms>x<permits>=<application>&<process>&<thread>&<capacity>
--          A waiter's way is that of its notification: n by a channel, s by a sharded channel, b by a channel whose
--          receivers the server does not know completely, d none: it asks every second
-- ARGV     1 acquisition, 2 channel prefix
-- returns  '<state> <token if granted, else 0> <rest of the holder's lease in ms> <time in microseconds>', if queued
--          with ' <server id> <1 if within reach, else 0>', and if granted to one that reported how long it has waited, with
--          ' <how long the next in the queue has waited, in microseconds, 0 if none waits, - if unknown>';
--          or 'layout <version>' for a record in another layout

local key, id = KEYS[1], ARGV[1]

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)

