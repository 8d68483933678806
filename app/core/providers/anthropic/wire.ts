/**
 * What we read of the Messages wire. Others speak it too, each with its own accent, so every value is
 * `unknown` until it was looked at.
 */
export interface WireEvent {
  type?: unknown;
  /** Place of a block in the message. */
  index?: unknown;
  /** Of content_block_start. */
  content_block?: unknown;
  /** Of content_block_delta and message_delta. */
  delta?: unknown;
  /** Of message_start. */
  message?: unknown;
  /** Of message_delta, and of a whole message. */
  usage?: unknown;
  /** Of error. */
  error?: unknown;
  /** Of a whole message. */
  content?: unknown;
  stop_reason?: unknown;
  stop_sequence?: unknown;
}
