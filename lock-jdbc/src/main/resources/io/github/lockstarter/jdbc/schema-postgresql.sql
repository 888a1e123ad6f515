create table if not exists distributed_lock (
	lock_key varchar(1024) not null primary key,
	created_at bigint not null,
	forgotten_at bigint not null,
	record text not null
) with (fillfactor = 50, vacuum_truncate = false);
