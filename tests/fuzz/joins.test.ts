import { expect, it } from 'vitest';
import { Join } from '#app/core/generation/run/continuation/join.ts';
import { continuationOf } from '#app/core/tasks/chat/continuation.ts';
import { continueAnswer, MANNER_NAMES } from '#tests/doubles/resuming/continuations.ts';
import { chanceFrom, isSame, KIND_NAMES, KINDS, pick } from '#tests/doubles/resuming/texts.ts';
import { IS_FULL, seedFrom } from '#tests/setup/suite.ts';

const SEED = seedFrom('FUZZ_SEED');
const JOINS = IS_FULL ? 4000 : 1000;

/**
 * An answer that was cut at a random position and is continued in a random way, in pieces of random length.
 */
function drawJoin(place: number) {
  const chance = chanceFrom(SEED * JOINS + place);
  const kind = pick(chance, KIND_NAMES);
  const text = KINDS[kind](chance);
  const said = text.slice(0, 1 + Math.floor(chance() * (text.length - 1)));
  const form = { response_format: { type: 'json_object' as const } };
  const prompt = { messages: [], options: kind === 'json' ? form : {}, cap: null, isFirst: true };
  const manner = pick(chance, MANNER_NAMES);
  return {
    kind,
    text,
    said,
    manner,
    asked: continuationOf(prompt, said),
    size: 1 + Math.floor(chance() * 9),
  };
}

it(`makes an answer whole that goes on, or leaves it as it was cut, seed ${SEED}`, () => {
  const wrong: string[] = [];
  let joined = 0;
  for (let place = 0; place < JOINS; place += 1) {
    const { kind, text, said, manner, asked, size } = drawJoin(place);
    if (!asked) continue;
    const request = asked.input.messages.at(-1)!.content as string;
    const next = continueAnswer(manner, { text, said, request });
    const join = new Join(asked.soFar);
    let whole = said;
    for (let at = 0; at < next.length; at += size) whole += join.push(next.slice(at, at + size));
    whole += join.end();
    if (join.state !== 'joined') continue;
    joined += 1;
    if (!isSame(kind, whole, text)) wrong.push(`${place}, ${kind}, ${manner}: ${said.slice(-40)} || ${next}`);
  }
  expect(wrong).toEqual([]);
  expect(joined).toBeGreaterThan(JOINS / 3);
});
