import { expect, it } from 'vitest';
import type { AnswerBody } from '#app/core/providers/shared/answer.ts';
import type { MediaEvent } from '#app/core/providers/media/contract.ts';
import { readPreviews } from './index.ts';

const PICTURE = 'iVBORw0KGgo=';
const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: PICTURE, output_format: 'png', ...more })}\n\n`;
const PARTIAL = event('image_generation.partial_image', { partial_image_index: 0 });
const COMPLETED = event('image_generation.completed');

/** An answer body with these pieces; a piece that is an error breaks the connection. */
function bodyOf(pieces: readonly (string | Error)[]): AnswerBody & { isLeft: boolean } {
  const left = [...pieces];
  return {
    contentType: 'text/event-stream',
    isLeft: false,
    next() {
      const piece = left.shift() ?? null;
      if (piece instanceof Error) return Promise.reject(piece);
      return Promise.resolve(piece === null ? null : Buffer.from(piece));
    },
    hangUp() {
      this.isLeft = true;
    },
  };
}

/** The types of the events, and the code of a final error. */
async function read(...pieces: (string | Error)[]): Promise<string[]> {
  const said: string[] = [];
  const body = bodyOf(pieces);
  const bounds = { signal: new AbortController().signal, secrets: ['sk-secret'] };
  try {
    for await (const { type } of readPreviews(body, bounds) as AsyncIterable<MediaEvent>) said.push(type);
  } catch (error) {
    said.push((error as { code: string }).code);
  }
  expect(body.isLeft).toBe(true);
  return said;
}

const CUT = new Error('aborted');

it.each<[string, (string | Error)[], string[]]>([
  ['whole', [PARTIAL, PARTIAL, COMPLETED], ['partial', 'partial', 'piece']],
  ['letter by letter', Array.from(PARTIAL + COMPLETED), ['partial', 'piece']],
  ['of an edit', [event('image_edit.partial_image'), event('image_edit.completed')], ['partial', 'piece']],
  ['with what follows the picture', [COMPLETED, 'data: {', CUT], ['piece']],
  ['without its last empty line', [COMPLETED.trimEnd()], ['piece']],
  ['with events that nobody knows', [event('image_generation.thinking'), COMPLETED], ['piece']],
  [
    'with an unfinished picture that is none',
    [event('image_edit.partial_image', { b64_json: '' }), COMPLETED],
    ['piece'],
  ],
  ['that is cut', [PARTIAL, CUT], ['partial', 'provider_unavailable']],
  ['that ends too early', [PARTIAL], ['partial', 'provider_malformed']],
  ['without a word', [], ['provider_malformed']],
  ['that is no JSON', ['data: {"type"\n\n'], ['provider_malformed']],
  ['whose picture is none', [event('image_generation.completed', { b64_json: 7 })], ['provider_malformed']],
  ['that does not end', Array.from({ length: 9 }, () => 'x'.repeat(8 * 1024 * 1024)), ['provider_malformed']],
])('reads a stream %s', async (_what, pieces, said) => {
  expect(await read(...pieces)).toEqual(said);
});

it('limits many small events to the size of one image and three previews', async () => {
  const nothing = `${': and so on\n\n'.repeat(80_000)}`;
  const said = await read(...Array.from({ length: 220 }, () => nothing));
  expect(said).toEqual(['provider_malformed']);
});
