// Corrupts recorded answers about images and videos and parses them: FUZZ_ROUNDS for each, FUZZ_SEED to
// repeat a round.
import { describe, expect, it } from 'vitest';
import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaEvent, PollResult } from '#app/core/providers/media/contract.ts';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { createRandom } from '../faults/random.ts';
import { MEDIA_PARSERS, MEDIA_SECRETS, mediaFixture, type MediaParser } from './media-parsers.ts';
import { mutateJson } from './mutate-json.ts';

const ROUNDS = sizeFrom('FUZZ_ROUNDS', { default: 12, full: 150 });
const SEED = seedFrom('FUZZ_SEED');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The problems of a result, whatever the input was. */
function complaints({ read }: MediaParser, json: unknown): string[] {
  try {
    const said = read(json);
    return said === null ? [] : eventsOf(said).flatMap(complaintsAbout);
  } catch (error) {
    if (!(error instanceof ProviderError)) return [String(error instanceof Error ? error.stack : error)];
    const { message } = error;
    return message.length > 512 || MEDIA_SECRETS.some((secret) => message.includes(secret)) ? [message] : [];
  }
}

function eventsOf(said: PollResult | readonly MediaEvent[] | object): readonly MediaEvent[] {
  if (Array.isArray(said)) return said as MediaEvent[];
  return 'state' in said && said.state === 'ended' ? (said as { events: readonly MediaEvent[] }).events : [];
}

function complaintsAbout(event: MediaEvent): string[] {
  switch (event.type) {
    case 'usage':
      return Object.entries(event.usage)
        .filter(([, tokens]) => !Number.isSafeInteger(tokens) || tokens < 0)
        .map(([name, tokens]) => `${name} is ${tokens}`);
    case 'refused':
      return event.reason === '' || event.reason.length > 512 ? ['a reason that is none'] : [];
    case 'piece': {
      const { source, index } = event;
      const isSource =
        'bytes' in source ? source.bytes.length > 0 : typeof source.url === 'string' && source.url !== '';
      return isSource && Number.isInteger(index) && index >= 0 && index < 64 ? [] : ['a piece that is none'];
    }
    default:
      return [`${event.type} in an answer that has none`];
  }
}

describe.each(Object.entries(MEDIA_PARSERS))('%s', (_name, parser) => {
  it('survives every answer', () => {
    const wrong: string[] = [];
    for (let round = 0; round < ROUNDS && wrong.length === 0; round += 1) {
      const random = createRandom(SEED + round);
      const text = mutateJson(random, mediaFixture(random.pick(parser.fixtures)), random.whole(1, 3));
      wrong.push(
        ...complaints(parser, parsed(text)).map((one) => `round ${round} of FUZZ_SEED=${SEED}: ${one}`),
      );
    }
    expect(wrong).toEqual([]);
  });

  it.each([null, undefined, 1, 'x', [], {}, [null]])('survives %j', (json) => {
    expect(complaints(parser, json)).toEqual([]);
  });
});
