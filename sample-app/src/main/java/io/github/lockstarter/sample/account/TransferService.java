package io.github.lockstarter.sample.account;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.DistributedLock;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Moves money: reads two balances, thinks, writes both.
 */
@Service
public class TransferService {

	private final AccountRepository accounts;

	private final Duration thinkTime;

	TransferService(AccountRepository accounts, @Value("${sample.think-time}") Duration thinkTime) {
		this.accounts = accounts;
		this.thinkTime = thinkTime;
	}

	/**
	 * Move money from one account to another, under the locks of both or of none. The
	 * order in which they are named does not matter: two transfers in opposite directions
	 * do not wait for each other forever.
	 * @param from the owner of the money
	 * @param to its next owner
	 * @param amount the amount
	 * @return when the transfer began, as {@link System#nanoTime()}
	 */
	@DistributedLock(key = { "account_#{#from}", "account_#{#to}" }, name = "transfer")
	@Transactional
	public long transfer(String from, String to, int amount) {
		return move(from, to, amount);
	}

	/**
	 * The same with the locks forgotten, and without a transaction, in which the rows of
	 * two opposite transfers would block each other in the database.
	 * @param from the owner of the money
	 * @param to its next owner
	 * @param amount the amount
	 * @return when the transfer began, as {@link System#nanoTime()}
	 */
	public long transferUnlocked(String from, String to, int amount) {
		return move(from, to, amount);
	}

	private long move(String from, String to, int amount) {
		long begun = System.nanoTime();
		int source = this.accounts.balanceOf(from);
		int target = this.accounts.balanceOf(to);
		LockSupport.parkNanos(this.thinkTime.toNanos());
		this.accounts.write(from, source - amount);
		this.accounts.write(to, target + amount);
		this.accounts.transferred(from, to, amount);
		return begun;
	}

}
