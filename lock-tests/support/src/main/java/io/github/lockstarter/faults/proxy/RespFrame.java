package io.github.lockstarter.faults.proxy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One whole command, reply or push message of RESP2 or RESP3.
 *
 * @param type the first byte
 * @param words the strings it consists of, at any depth, in their order
 * @param bytes how it was sent
 */
@SuppressWarnings("ArrayRecordComponent")
public record RespFrame(char type, List<String> words, byte[] bytes) {

	/** A command that no server knows. */
	static final RespFrame UNKNOWN = new RespFrame('*', List.of("UNKNOWN"),
			"*1\r\n$7\r\nUNKNOWN\r\n".getBytes(StandardCharsets.US_ASCII));

	private static final Set<String> MESSAGES = Set.of("message", "pmessage", "smessage");

	private static final Set<String> CONFIRMATIONS = Set.of("subscribe", "unsubscribe", "psubscribe", "punsubscribe",
			"ssubscribe", "sunsubscribe");

	/**
	 * A command that Redis answers with an error.
	 * @param text the error
	 */
	static RespFrame failing(String text) {
		List<String> words = List.of("EVAL", "return redis.error_reply(ARGV[1])", "0", text);
		StringBuilder bytes = new StringBuilder("*" + words.size() + "\r\n");
		words.forEach((word) -> bytes.append("$" + word.length() + "\r\n" + word + "\r\n"));
		return new RespFrame('*', words, bytes.toString().getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * The name of a command.
	 * @return in upper case
	 */
	public String command() {
		return this.words.get(0).toUpperCase(Locale.ROOT);
	}

	/**
	 * Whether a command runs a script.
	 * @return whether it is EVAL or EVALSHA
	 */
	public boolean isScript() {
		return command().equals("EVALSHA") || command().equals("EVAL");
	}

	/**
	 * Whether a command may log in.
	 * @return whether it is HELLO or AUTH
	 */
	public boolean isLogin() {
		return command().equals("HELLO") || command().equals("AUTH");
	}

	/**
	 * Whether a command is answered by confirmations, which come like messages, and not
	 * by a reply.
	 * @return whether it is one of the commands that subscribe or end it
	 */
	public boolean isSubscription() {
		return CONFIRMATIONS.contains(this.words.get(0).toLowerCase(Locale.ROOT));
	}

	/**
	 * Whether something from the server is a published message.
	 * @param subscriber whether the connection has subscribed: in RESP2 a message looks
	 * like any array
	 */
	boolean isMessage(boolean subscriber) {
		return (this.type == '>' || (subscriber && this.type == '*')) && !this.words.isEmpty()
				&& MESSAGES.contains(this.words.get(0));
	}

	/**
	 * Whether something from the server answers a command.
	 */
	boolean isReply(boolean subscriber) {
		return this.type != '>' && !isMessage(subscriber) && !(subscriber && this.type == '*' && !this.words.isEmpty()
				&& CONFIRMATIONS.contains(this.words.get(0)));
	}

}
