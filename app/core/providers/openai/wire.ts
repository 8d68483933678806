/**
 * What we read of OpenAI's wire. Nothing in it can be relied upon: many providers speak this format, each
 * with its own accent, so every value is `unknown` until it was looked at.
 */
export interface WireChunk {
  error?: unknown;
  /** `error` where the error's fields stand beside it (vLLM). */
  object?: unknown;
  choices?: unknown;
  usage?: unknown;
  /** Groq's place for the usage, and for an error in mid-stream. */
  x_groq?: unknown;
}

export interface WireChoice {
  index?: unknown;
  delta?: unknown;
  /** In an answer that was not streamed. */
  message?: unknown;
  logprobs?: unknown;
  finish_reason?: unknown;
  /** OpenRouter's place for the error of a whole answer. */
  error?: unknown;
  /** Moonshot's place for the usage. */
  usage?: unknown;
}

/** `delta` of a stream, `message` of a whole answer. */
export interface WireWords {
  content?: unknown;
  tool_calls?: unknown;
  /** The form of 2023. */
  function_call?: unknown;
  refusal?: unknown;
  /** Thinking text: DeepSeek, vLLM and others use the first name, OpenRouter and Groq the second. */
  reasoning_content?: unknown;
  reasoning?: unknown;
}
