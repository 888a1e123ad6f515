package io.github.lockstarter.jvm;

import io.github.lockstarter.containment.StackProbe;

/**
 * Says how deep a recursion gets, and how deep one level still passes the probe.
 */
final class ProbingChild {

	private ProbingChild() {
	}

	public static void main(String[] arguments) throws InterruptedException {
		int[] deepest = new int[2];
		Thread thread = new Thread(null, () -> {
			deepest[0] = DeepStack.deepest();
			deepest[1] = DeepStack.deepest(StackProbe::check);
		}, "deep", 512 * 1024);
		thread.start();
		thread.join();
		System.out.println("DEEPEST " + deepest[0]);
		System.out.println("PROBED " + deepest[1]);
	}

}
