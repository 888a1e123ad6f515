package io.github.lockstarter.sample.storm;

import java.io.IOException;

/**
 * Freezes another process until its standard input ends, or it is killed.
 */
final class FreezingProcess {

	private FreezingProcess() {
	}

	public static void main(String[] args) throws IOException {
		try (FrozenProcess frozen = new FrozenProcess(Long.parseLong(args[0]))) {
			System.out.println("frozen");
			System.in.read();
		}
	}

}
