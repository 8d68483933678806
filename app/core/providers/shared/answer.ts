/** The body of a provider's answer as it arrives, whoever made the call: our own post or an official client. */
export interface AnswerBody {
  /** The `content-type`, empty when there is none. */
  contentType: string;
  /** The next bytes, null at the end; throws when the connection breaks. One call at a time. */
  next(): Promise<Uint8Array | null>;
  /** Gives the rest up: closes the connection unless the answer was read to its end. */
  hangUp(): void;
}

/** The body of an answer that an official client's `fetch` gave. */
export function bodyOf(response: Response): AnswerBody {
  const reader = response.body?.getReader();
  return {
    contentType: response.headers.get('content-type') ?? '',
    async next() {
      if (!reader) return null;
      const { value, done } = await reader.read();
      return done ? null : value;
    },
    hangUp() {
      // Nobody waits for how the connection ends.
      reader?.cancel().catch(() => undefined);
    },
  };
}
