import type { WireError } from './errors.ts';

/** The differences of a reseller of OpenAI's models from their maker. */
export interface Accent {
  errorBody(error: WireError): object;
  /** The headers of an error. @param headers the maker's */
  errorHeaders(headers: Record<string, string>): Record<string, string>;
  /** JSON of an event before the first chunk. */
  first: string;
  /** Fields that are added to each choice of an answer. */
  choice: Readonly<Record<string, unknown>>;
}
