import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { PublicError } from '#app/contracts/openai/answers/error-answer.ts';
import type { ResponseObject } from './response-object.ts';

type Wire<Event> = Event extends { response: Response }
  ? Omit<Event, 'sequence_number' | 'response'> & { response: ResponseObject }
  : Event extends { type: 'error' }
    ? Omit<Event, 'sequence_number'> & PublicError
    : Omit<Event, 'sequence_number'>;

/** An event of a response's stream before it is numbered. */
export type OutputEvent = Wire<ResponseStreamEvent>;

/** What is said while an item grows, and of its end. */
export interface OpenItem {
  readonly item: ResponseOutputItem;
  /** @param isWhole false where it was cut */
  close(isWhole: boolean): OutputEvent[];
}
