import type { WireError } from './errors.ts';

/** What a seller of OpenAI's models says otherwise than their maker. */
export interface Accent {
  errorBody(error: WireError): object;
  /** Headers that go with an error. @param headers what the maker sends */
  errorHeaders(headers: Record<string, string>): Record<string, string>;
  /** JSON of an event that stands before the first chunk. */
  first: string;
  /** What is added to each choice of an answer. */
  choice: Readonly<Record<string, unknown>>;
}
