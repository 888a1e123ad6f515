package io.github.lockstarter.store.redis.versions;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.lockstarter.store.AcquireRequest;
import io.github.lockstarter.store.AcquireRequest.Owner;
import io.github.lockstarter.store.AcquisitionState;
import io.github.lockstarter.store.GrantListener;
import io.github.lockstarter.store.GrantNotification;
import io.github.lockstarter.store.LockSession;
import io.github.lockstarter.store.ReleaseRequest;
import io.github.lockstarter.store.Share;
import io.github.lockstarter.store.StoreAnswer;
import io.github.lockstarter.store.redis.RedisLockStore;
import io.github.lockstarter.store.redis.TestServers;
import io.github.lockstarter.testing.EmbeddedRedis;
import org.jspecify.annotations.Nullable;

/**
 * The present version. It hears of grants.
 */
final class PresentInstance implements Instance, GrantListener {

	private static final Duration KEEP = Duration.ofSeconds(10);

	private static final Owner OWNER = new Owner("shop", "web-1", "main");

	final Queue<GrantNotification> granted = new ConcurrentLinkedQueue<>();

	private final String id = UUID.randomUUID().toString();

	private final LockSession session;

	private final String key;

	PresentInstance(String key) {
		this.session = new RedisLockStore(TestServers.of(EmbeddedRedis.shared()), FormerInstance.PREFIX).open(this.id,
				this);
		this.key = key;
		done(this.session.listen(key));
		// answered after the server is known, even if that was slow
		done(this.session.inspect(key));
	}

	@Override
	public String id() {
		return this.id;
	}

	@Override
	public Answer acquire(long sequence, @Nullable Share share, Duration lease, boolean queue) {
		StoreAnswer answer = done(this.session.acquire(request(sequence, share, lease, queue)));
		return new Answer(answer.state(), answer.token());
	}

	private AcquireRequest request(long sequence, @Nullable Share share, Duration lease, boolean queue) {
		AcquireRequest request = new AcquireRequest(this.key, sequence, lease, OWNER, queue ? KEEP : Duration.ZERO);
		return (share != null) ? request.sharing(share) : request;
	}

	@Override
	public AcquisitionState downgrade(long sequence, Share share, Duration lease) {
		return done(this.session.acquire(request(sequence, null, lease, false).downgradingTo(share))).state();
	}

	@Override
	public AcquisitionState queue(long sequence, Duration waited) {
		return done(this.session.acquire(request(sequence, null, LEASE, true).waiting(waited))).state();
	}

	@Override
	public int acquireInOrder(List<String> keys) {
		return count(this.session.acquireInOrder(keys.stream()
			.map((each) -> new AcquireRequest(each, keys.indexOf(each) + 1, LEASE, OWNER, Duration.ZERO))
			.toList()), AcquisitionState.GRANTED);
	}

	@Override
	public int release(List<String> keys) {
		return count(
				this.session.releaseWithoutMark(
						keys.stream().map((each) -> new ReleaseRequest(each, keys.indexOf(each) + 1, 0)).toList()),
				AcquisitionState.RELEASED);
	}

	private static int count(List<CompletionStage<StoreAnswer>> answers, AcquisitionState state) {
		return (int) answers.stream().filter((answer) -> done(answer).state() == state).count();
	}

	@Override
	public boolean forceRelease(String owner, long token) {
		return done(this.session.forceRelease(this.key));
	}

	@Override
	public AcquisitionState renew(long sequence, Duration lease) {
		return done(this.session.renew(this.key, sequence, lease)).state();
	}

	@Override
	public AcquisitionState release(long sequence, Duration keep) {
		return done(this.session.release(this.key, sequence, 0, keep)).state();
	}

	@Override
	public AcquisitionState requeue(long finished, long next) {
		return done(this.session.requeue(finished, 0, request(next, null, LEASE, true))).next().state();
	}

	private static <T> T done(CompletionStage<T> stage) {
		return stage.toCompletableFuture().join();
	}

	@Override
	public void granted(GrantNotification grant) {
		this.granted.add(grant);
	}

	@Override
	public void revoked(String key, long sequence) {
	}

	@Override
	public void grantsMayBeLost() {
	}

	@Override
	public void close() {
		this.session.close();
	}

}
