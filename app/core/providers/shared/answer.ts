/** The body of a provider's answer as it arrives. */
export interface AnswerBody {
  /** The `content-type`, empty when there is none. */
  contentType: string;
  /** Its connection serves no other call, and may stay open behind the answer. */
  readonly isForOneAnswer?: boolean;
  /** The next bytes, null at the end; throws when the connection breaks. One call at a time. */
  next(): Promise<Uint8Array | null>;
  /** Gives the rest up: closes the connection unless the answer was read to its end. */
  hangUp(): void;
}
