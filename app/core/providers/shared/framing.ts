/** Takes what arrives of an answer apart into its events, however its bytes were cut. */
export interface Framing {
  /** The data of every event that is complete with these bytes. @throws where one is too long */
  push(bytes: Uint8Array): string[];
  /** What the end completes. */
  end(): string[];
}
