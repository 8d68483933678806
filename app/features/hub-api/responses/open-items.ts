import type {
  Response,
  ResponseCustomToolCall,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseOutputRefusal,
  ResponseOutputText,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import type { CompletionLogprobs, ToolCallPiece } from '#app/contracts/completion.ts';
import type { PublicError } from '#app/contracts/openai/public-error.ts';
import type { ResponseObject } from './response-object.ts';

type Part = ResponseOutputText | ResponseOutputRefusal;

type Logprobs = NonNullable<ResponseOutputText['logprobs']>;

type Wire<Event> = Event extends { response: Response }
  ? Omit<Event, 'sequence_number' | 'response'> & { response: ResponseObject }
  : Event extends { type: 'error' }
    ? Omit<Event, 'sequence_number'> & PublicError
    : Omit<Event, 'sequence_number'>;

/** An event of a response's stream, before it is numbered. */
export type OutputEvent = Wire<ResponseStreamEvent>;

/** An item while it grows; its methods return the events of its growth and its end. */
export interface OpenItem {
  readonly item: ResponseOutputItem;
  /** @param isWhole false for an item that was cut */
  close(isWhole: boolean): OutputEvent[];
}

/** The name of a tool, and of its group if it has one. */
export interface CalledName {
  name: string;
  namespace?: string;
}

/** A message of the model while it grows: parts of text, and of refusals. */
export class OpenMessage implements OpenItem {
  readonly item: ResponseOutputMessage;
  #part: Part | null = null;

  constructor(
    id: string,
    private readonly index: number,
  ) {
    this.item = { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  }

  addText(delta: string, given?: CompletionLogprobs): OutputEvent[] {
    const { events, part } = this.#partOf('output_text', () => ({
      type: 'output_text',
      text: '',
      annotations: [],
      logprobs: [],
    }));
    const logprobs = toLogprobs(given);
    part.text += delta;
    part.logprobs?.push(...logprobs);
    events.push({ type: 'response.output_text.delta', ...this.#place(), delta, logprobs });
    return events;
  }

  addRefusal(delta: string): OutputEvent[] {
    const { events, part } = this.#partOf('refusal', () => ({ type: 'refusal', refusal: '' }));
    part.refusal += delta;
    events.push({ type: 'response.refusal.delta', ...this.#place(), delta });
    return events;
  }

  close(isWhole: boolean): OutputEvent[] {
    const events = this.#closePart();
    this.item.status = isWhole ? 'completed' : 'incomplete';
    return events;
  }

  /** The growing part of that type; closes a part of another type and opens a new one if necessary. */
  #partOf<Type extends Part['type']>(type: Type, make: () => Extract<Part, { type: Type }>) {
    if (this.#part?.type === type)
      return { events: [] as OutputEvent[], part: this.#part as Extract<Part, { type: Type }> };
    const events = this.#closePart();
    const part = make();
    this.#part = part;
    this.item.content.push(part);
    // A snapshot: later text must not show in it.
    events.push({ type: 'response.content_part.added', ...this.#place(), part: { ...make() } });
    return { events, part };
  }

  #closePart(): OutputEvent[] {
    const part = this.#part;
    if (!part) return [];
    const place = this.#place();
    this.#part = null;
    const done: OutputEvent =
      part.type === 'refusal'
        ? { type: 'response.refusal.done', ...place, refusal: part.refusal }
        : { type: 'response.output_text.done', ...place, text: part.text, logprobs: part.logprobs ?? [] };
    return [done, { type: 'response.content_part.done', ...place, part }];
  }

  #place() {
    return {
      item_id: this.item.id,
      output_index: this.index,
      content_index: this.item.content.length - 1,
    };
  }
}

function toLogprobs(given: CompletionLogprobs | undefined): Logprobs {
  const likely = ({ token, logprob, bytes }: { token: string; logprob: number; bytes: number[] | null }) => ({
    token,
    logprob,
    bytes: bytes ?? [],
  });
  return (given?.content ?? []).map((one) => ({
    ...likely(one),
    top_logprobs: one.top_logprobs.map(likely),
  }));
}

/** A function call while its arguments grow. */
export class OpenFunctionCall implements OpenItem {
  readonly item: ResponseFunctionToolCall & { id: string };

  constructor(
    id: string,
    private readonly index: number,
    { id: callId }: ToolCallPiece,
    named: CalledName,
  ) {
    this.item = {
      id,
      type: 'function_call',
      status: 'in_progress',
      call_id: callId || id,
      ...named,
      arguments: '',
    };
  }

  add({ function: called }: ToolCallPiece): OutputEvent[] {
    const delta = called?.arguments ?? '';
    if (delta === '') return [];
    this.item.arguments += delta;
    return [{ type: 'response.function_call_arguments.delta', ...this.#place(), delta }];
  }

  close(isWhole: boolean): OutputEvent[] {
    this.item.status = isWhole ? 'completed' : 'incomplete';
    const { name, arguments: json } = this.item;
    return [{ type: 'response.function_call_arguments.done', ...this.#place(), name, arguments: json }];
  }

  #place() {
    return { item_id: this.item.id, output_index: this.index };
  }
}

/** The call of a tool that takes plain text. */
export class OpenCustomCall implements OpenItem {
  readonly item: ResponseCustomToolCall & { id: string };

  constructor(
    id: string,
    private readonly index: number,
    { id: callId }: ToolCallPiece,
    named: CalledName,
  ) {
    this.item = { id, type: 'custom_tool_call', call_id: callId || id, ...named, input: '' };
  }

  add({ custom }: ToolCallPiece): OutputEvent[] {
    const delta = custom?.input ?? '';
    if (delta === '') return [];
    this.item.input += delta;
    return [{ type: 'response.custom_tool_call_input.delta', ...this.#place(), delta }];
  }

  close(): OutputEvent[] {
    return [{ type: 'response.custom_tool_call_input.done', ...this.#place(), input: this.item.input }];
  }

  #place() {
    return { item_id: this.item.id, output_index: this.index };
  }
}
