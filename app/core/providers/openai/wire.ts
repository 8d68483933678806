/**
 * What we read of OpenAI's wire. Nothing in it can be relied upon: many providers speak this format, each
 * with its own accent, so every value is `unknown` until it was looked at.
 */
export interface WireChunk {
  error?: unknown;
  choices?: unknown;
  usage?: unknown;
  /** Groq's place for the usage. */
  x_groq?: unknown;
}

export interface WireChoice {
  index?: unknown;
  delta?: unknown;
  /** In an answer that was not streamed. */
  message?: unknown;
  finish_reason?: unknown;
  /** Moonshot's place for the usage. */
  usage?: unknown;
}

/** `delta` of a stream, `message` of a whole answer. */
export interface WireWords {
  content?: unknown;
  refusal?: unknown;
  /** Thinking text: DeepSeek, vLLM and others use the first name, OpenRouter and Groq the second. */
  reasoning_content?: unknown;
  reasoning?: unknown;
}
