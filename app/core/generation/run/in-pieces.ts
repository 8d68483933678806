import type { ProviderEvent } from '#app/core/providers/contract.ts';

/** Letters of a piece: some ten tokens. */
const PIECE = 40;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** An answer whose words come a few at a time, also where a provider says all of them at once: it can be ended between. */
export async function* inPieces(events: AsyncIterable<ProviderEvent>): AsyncGenerator<ProviderEvent> {
  for await (const event of events) {
    if (event.type === 'text') for (const text of cut(event.text)) yield { type: 'text', text };
    else yield event;
  }
}

/** The text in pieces, none of which ends in half a character. */
export function* cut(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + PIECE, text.length);
    if (end < text.length && HIGH_SURROGATE.test(text.slice(end - 1, end))) end -= 1;
    yield text.slice(at, end);
  }
}
