import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { AnswerBody } from '#app/core/providers/shared/answer.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';

export interface Body extends AnswerBody {
  /** Bytes that were read. */
  taken: number;
}

/**
 * A body of pieces that arrive one after the other; the connection ends after them, or breaks.
 * @param breaks throws instead of ending
 */
export function bodyOfPieces(pieces: Iterable<Uint8Array>, contentType: string, breaks = false): Body {
  const left = pieces[Symbol.iterator]();
  let closed = false;
  return {
    contentType,
    taken: 0,
    next() {
      const { value, done } = closed ? { value: undefined, done: true } : left.next();
      this.taken += value?.length ?? 0;
      if (!done && value) return Promise.resolve(value);
      return breaks && !closed ? Promise.reject(new Error('ECONNRESET')) : Promise.resolve(null);
    },
    hangUp() {
      closed = true;
    },
  };
}

export interface Reading {
  events: ProviderEvent[];
  error: ProviderError | null;
}

/**
 * Reads a body to its end.
 * @throws any error other than ProviderError: the tests search for these
 */
export async function readSpoilt(body: AnswerBody, wire: WireReader): Promise<Reading> {
  const events: ProviderEvent[] = [];
  const { signal } = new AbortController();
  try {
    const bounds = { signal, limit: Number.POSITIVE_INFINITY };
    for await (const event of readReply(async () => ({ body }), wire, bounds)) events.push(event);
  } catch (error) {
    if (error instanceof ProviderError) return { events, error };
    throw error;
  }
  return { events, error: null };
}

/** The problems of a result, whatever the input was; empty if there are none. */
export function complaints({ events, error }: Reading, bytes: number): string[] {
  const said = events.flatMap((event) => complaintsAbout(event));
  if (events.length > bytes + 1) said.push(`${events.length} events out of ${bytes} bytes`);
  if (error && error.message.length > 512) said.push('a message without end');
  if (error?.message.includes('sk-fuzz-secret')) said.push('the key');
  return said;
}

function complaintsAbout(event: ProviderEvent): string[] {
  switch (event.type) {
    case 'usage':
      return Object.entries(event.usage)
        .filter(([, tokens]) => !Number.isSafeInteger(tokens) || tokens < 0)
        .map(([name, tokens]) => `${name} is ${tokens}`);
    case 'finish':
      return isChoice(event.choice) ? [] : [`an end of choice ${event.choice}`];
    case 'delta': {
      const { content = '', refusal = '', tool_calls: calls = [] } = event.delta;
      const texts: unknown[] = [content, refusal, ...calls.map((call) => call.function?.arguments ?? '')];
      const wrong = texts.filter((text) => typeof text !== 'string').map(() => 'a text that is none');
      const far = calls.filter(({ index }) => !(Number.isInteger(index) && index >= 0 && index < 128));
      if (!isChoice(event.choice)) wrong.push(`a delta of choice ${event.choice}`);
      return [...wrong, ...far.map(({ index }) => `a tool call with the index ${index}`)];
    }
    case 'suggestions':
      return event.texts.flatMap((text) => (text.trim() === '' ? ['a suggestion without words'] : []));
    case 'vector':
    case 'partial':
    case 'piece':
      return [`a ${event.type} in a conversation`];
    default:
      return typeof event.text === 'string' && event.text ? [] : [`${event.type} without words`];
  }
}

function isChoice(choice: unknown): boolean {
  return choice === 0 || choice === 1;
}
