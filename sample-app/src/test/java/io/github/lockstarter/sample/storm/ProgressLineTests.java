package io.github.lockstarter.sample.storm;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressLineTests {

	@Test
	void growsToFullWidthHoweverItIsTold() {
		ByteArrayOutputStream written = new ByteArrayOutputStream();
		ProgressLine line = new ProgressLine(new PrintStream(written), "label", 10);
		line.show(0);
		line.show(3);
		line.show(3);
		line.show(10);
		line.end();
		assertThat(written.toString().strip()).matches("label +\\[#{40}] 10 deliveries");
	}

}
