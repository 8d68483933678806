// Corrupts recorded answers and parses them: FUZZ_ROUNDS for each parser, FUZZ_SEED to repeat a round.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUsage } from '#app/core/providers/openai/wire.ts';
import { IS_FULL, seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { heapInUse } from './heap.ts';
import { mutateEvents } from './mutate-events.ts';
import { mutateJson } from './mutate-json.ts';
import { PARSERS, type Parser } from './parsers.ts';
import { cutAtRandom, spoilBytes } from './random-bytes.ts';
import { bodyOfPieces, complaints, readSpoilt } from './read-spoilt.ts';

// The default run has the same few rounds each time; the full one draws others, and `npm run test:fuzz` many
// more.
const ROUNDS = sizeFrom('FUZZ_ROUNDS', { default: 12, full: 150 });
const SEED = seedFrom('FUZZ_SEED');
/**
 * The default run cuts a stream in two at every 17th byte: the full one, at every byte, takes a second per
 * parser.
 */
const CUT_STEP = IS_FULL ? 1 : 17;
/** Maximum memory that all rounds together may leave allocated. */
const HEAP_LIMIT = 32 * 1024 * 1024;
/** The parsers share one reader of server-sent events; only `bing` frames its records itself. */
const FRAMINGS = ['openai', 'bing'];
/** Keep-alive messages that a reader must not store, and the memory that it may use for them. */
const ALIVE_MEGABYTES = IS_FULL ? 50 : 16;
const ALIVE_LIMIT = (ALIVE_MEGABYTES / 2) * 1024 * 1024;
const LIMIT_MS = 60_000 + ROUNDS * 60;

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(() => {
  process.on('unhandledRejection', note);
});
afterAll(() => {
  process.off('unhandledRejection', note);
});

/** Runs the rounds, each with a seed of its own, until one fails: returns the failure, or nothing. */
async function rounds(part: number, round: (random: Random) => Promise<string[]>): Promise<string[]> {
  const before = heapInUse();
  for (let count = 0; count < ROUNDS; count += 1) {
    const wrong = await round(createRandom(SEED + part * 1_000_003 + count)).catch((error: unknown) => [
      error instanceof Error ? String(error.stack) : `threw ${String(error)}`,
    ]);
    if (wrong.length > 0) return [`round ${count} of FUZZ_SEED=${SEED}`, ...wrong];
  }
  const left = heapInUse() - before;
  if (left > HEAP_LIMIT) return [`${left} bytes are left of ${ROUNDS} rounds`];
  return unhandled.map((reason) => `unhandled: ${String(reason)}`);
}

async function readBytes(random: Random, bytes: Uint8Array, type: string, parser: Parser): Promise<string[]> {
  const pieces = cutAtRandom(random, bytes);
  const body = bodyOfPieces(pieces, type, random.whole(0, 3) === 0);
  return complaints(await readSpoilt(body, parser.reader()), bytes.length);
}

function spoilt(random: Random, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return random.whole(0, 2) === 0 ? spoilBytes(random, bytes) : bytes;
}

describe.each(Object.entries(PARSERS))('%s', (wire, parser) => {
  it(
    'survives every stream',
    async () => {
      const wrong = await rounds(1, async (random) => {
        const text = mutateEvents(random, random.pick(parser.streams));
        return readBytes(random, spoilt(random, text), 'text/event-stream', parser);
      });
      expect(wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'survives every unstreamed answer',
    async () => {
      const wrong = await rounds(2, async (random) => {
        const text = mutateJson(random, random.pick(parser.wholes), random.whole(1, 3));
        return readBytes(random, spoilt(random, text), 'application/json', parser);
      });
      expect(wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  it('reads each recorded stream in the same way, wherever it is cut in two', async () => {
    for (const text of parser.streams) {
      const bytes = Buffer.from(text);
      const heard = new Set<string>();
      for (let at = 1; at < bytes.length; at += CUT_STEP) {
        const pieces = [bytes.subarray(0, at), bytes.subarray(at)];
        const { events, error } = await readSpoilt(
          bodyOfPieces(pieces, 'text/event-stream'),
          parser.reader(),
        );
        const words = events.flatMap((event) => ('text' in event ? [event.text] : []));
        heard.add(JSON.stringify([words.join(''), error?.code]));
      }
      expect(heard.size).toBe(1);
    }
  }, 120_000);

  if (!IS_FULL && !FRAMINGS.includes(wire)) return;

  it('gives up on a line of 50 MB long before its end', async () => {
    const body = bodyOfPieces(repeat('x', 50, 'data: "'), 'text/event-stream');
    const { error } = await readSpoilt(body, parser.reader());
    expect(error?.code).toBe('provider_malformed');
    expect(body.taken).toBeLessThan(4 * 1024 * 1024);
  });

  it('gives up on an unstreamed answer of 50 MB', async () => {
    const body = bodyOfPieces(repeat('x', 50, '{"a":"'), 'application/json');
    const { error } = await readSpoilt(body, parser.reader());
    expect(error?.code).toBe('provider_malformed');
    expect(body.taken).toBeLessThan(17 * 1024 * 1024);
  });

  it('does not store endless comments', async () => {
    const before = heapInUse();
    let during = 0;
    function* comments() {
      yield* repeat(parser.alive ?? ': keep-alive\n\n', ALIVE_MEGABYTES, '');
      during = heapInUse();
    }
    const { events, error } = await readSpoilt(
      bodyOfPieces(comments(), 'text/event-stream'),
      parser.reader(),
    );
    expect({ events, error }).toEqual({ events: [], error: null });
    expect(during - before).toBeLessThan(ALIVE_LIMIT);
  });
});

it(
  'never counts impossible tokens',
  async () => {
    const details = { cached_tokens: 3, cache_write_tokens: 2, reasoning_tokens: 1, image_tokens: 1 };
    const parts = { prompt_tokens_details: details, completion_tokens_details: details };
    const text = JSON.stringify({ prompt_tokens: 9, completion_tokens: 4, total_tokens: 13, ...parts });
    const wrong = await rounds(3, async (random) => {
      const usage = readUsage(JSON.parse(mutateJson(random, text, 3) || 'null'));
      return usage ? complaints({ events: [{ type: 'usage', usage }], error: null }, 1) : [];
    });
    expect(wrong).toEqual([]);
  },
  LIMIT_MS,
);

it('gives up on arguments that are nested too deeply for any stack', async () => {
  const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
  const call = `{"function":{"name":"f","arguments":${deep}}}`;
  const text = `{"choices":[{"message":{"tool_calls":[${call}]},"finish_reason":"stop"}]}`;
  const body = bodyOfPieces([Buffer.from(text)], 'application/json');
  const { error } = await readSpoilt(body, PARSERS.openai.reader());
  expect(error?.code).toBe('provider_malformed');
});

/** This many megabytes of a text, 64 kB at a time. */
function* repeat(text: string, megabytes: number, first: string): Generator<Uint8Array> {
  yield Buffer.from(first);
  const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  for (let sent = 0; sent < megabytes * 1024 * 1024; sent += piece.length) yield piece;
}
