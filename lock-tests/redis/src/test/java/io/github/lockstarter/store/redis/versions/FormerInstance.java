package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.Share;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * A former version: its scripts, with the arguments that it gave them. It does not listen
 * for grants.
 */
final class FormerInstance implements Instance {

	static final String PREFIX = "lock:";

	private static final String KEEP = "10000";

	private final StatefulRedisConnection<String, String> connection;

	private final FormerScripts scripts;

	private final Map<String, String> digests = new HashMap<>();

	private final String record;

	private final String instance = UUID.randomUUID().toString();

	FormerInstance(RedisClient redis, FormerScripts scripts, String key) {
		this.connection = redis.connect();
		this.scripts = scripts;
		this.record = PREFIX + key;
	}

	@Override
	public String id() {
		return this.instance;
	}

	@Override
	public Answer acquire(long sequence, @Nullable Share share, Duration lease, boolean queue) {
		String[] answer = run((share != null) ? "share" : "acquire", sequence, acquiring(share, lease, queue))
			.split(" ", -1);
		return new Answer(state(answer[0]), Long.parseLong(answer[1]));
	}

	private static List<String> acquiring(@Nullable Share share, Duration lease, boolean queue) {
		String lasts = String.format(Locale.ROOT, "%012d 0", lease.toMillis());
		List<String> arguments = new ArrayList<>();
		arguments.add(millis(lease));
		arguments.add((share != null) ? lasts + "/" + share.permits() + "of" + share.capacity() + "\nshop&web-0&main"
				: lasts + "\nshop\nweb-0\nmain");
		if (queue) {
			arguments.addAll(List.of(KEEP, "d"));
		}
		return arguments;
	}

	@Override
	public AcquisitionState queue(long sequence, Duration waited) {
		List<String> arguments = acquiring(null, LEASE, true);
		arguments.add(Long.toString(TimeUnit.NANOSECONDS.toMicros(waited.toNanos())));
		return state(run("acquire", sequence, arguments));
	}

	@Override
	public int acquireInOrder(List<String> keys) {
		List<String> lease = acquiring(null, LEASE, false);
		return runMany("acquire-free-many", keys, lease.get(0), lease.get(1)).get(1).intValue();
	}

	@Override
	public int release(List<String> keys) {
		List<Long> released = runMany("release-held-many", keys, "0", "1");
		return (int) released.stream().skip(1).filter((one) -> one == 1).count();
	}

	private List<Long> runMany(String script, List<String> keys, String... each) {
		List<String> arguments = new ArrayList<>();
		for (int sequence = 1; sequence <= keys.size(); sequence++) {
			arguments.add(this.instance + ":" + sequence);
			arguments.addAll(List.of(each));
		}
		return this.connection.sync()
			.evalsha(digest(script), ScriptOutputType.MULTI,
					keys.stream().map((key) -> PREFIX + key).toArray(String[]::new), arguments.toArray(String[]::new));
	}

	@Override
	public boolean forceRelease(String owner, long token) {
		return this.connection.sync()
			.<String>evalsha(digest("force-release"), ScriptOutputType.VALUE, new String[] { this.record }, owner,
					PREFIX + "grants:", Long.toString(token))
			.equals("1");
	}

	@Override
	public AcquisitionState renew(long sequence, Duration lease) {
		return state(run("renew", sequence, List.of(millis(lease))));
	}

	@Override
	public AcquisitionState release(long sequence, Duration keep) {
		return state(run("release", sequence, keep.isZero() ? List.of("0", "0") : List.of("0", "0", millis(keep))));
	}

	@Override
	public AcquisitionState requeue(long finished, long next) {
		List<String> arguments = acquiring(null, LEASE, true);
		arguments.addAll(List.of(Long.toString(finished), "0", "0"));
		return state(run("requeue", next, arguments).split(", ", -1)[1]);
	}

	private String run(String script, long sequence, List<String> arguments) {
		List<String> all = new ArrayList<>(List.of(this.instance + ":" + sequence, PREFIX + "grants:"));
		all.addAll(arguments);
		return this.connection.sync()
			.evalsha(digest(script), ScriptOutputType.VALUE, new String[] { this.record }, all.toArray(String[]::new));
	}

	private String digest(String script) {
		return this.digests.computeIfAbsent(script,
				(name) -> this.connection.sync().scriptLoad(this.scripts.text(name)));
	}

	private static AcquisitionState state(String answer) {
		return AcquisitionState.valueOf(answer.split(" ", -1)[0].toUpperCase(Locale.ROOT));
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	@Override
	public void close() {
		this.connection.close();
	}

}
