import { beforeEach, expect, it, vi, type Mock } from 'vitest';
import type { Generation } from '#app/core/generation/record/row.ts';
import { STEP_OUTPUT } from '#app/core/tasks/price.ts';
import { GrowingHold } from './growing-hold.ts';

const { counted, extendHold, candidate } = vi.hoisted(() => ({
  candidate: { model: 'one', provider: 'sandbox' },
  counted: [] as { said: string; resolve: (tokens: number) => void; reject: (error: Error) => void }[],
  extendHold: vi.fn<() => Promise<number>>(),
}));
vi.mock('#app/core/catalogue/tokens/max-tokens.ts', () => ({
  maxOutputTokensOf: (said: string) =>
    new Promise<number>((resolve, reject) => counted.push({ said, resolve, reject })),
}));
vi.mock('#app/core/catalogue/read-entry.ts', () => ({ readEntry: async () => ({ tokenizer: 'own' }) }));
vi.mock('#app/core/generation/record/row.ts', () => ({ candidatesOf: () => [candidate] }));
vi.mock('#app/core/generation/admit/extend-hold.ts', () => ({ extendHold }));
const warn: Mock<() => void> = vi.hoisted(() => vi.fn<() => void>());
vi.mock('#app/core/platform/logger.ts', () => ({ logger: () => ({ warn }) }));

const PAID = 10 * STEP_OUTPUT;
/** Beyond this many tokens the hold is extended. */
const EXTEND_AT = PAID - STEP_OUTPUT / 2;

let hold: GrowingHold;
beforeEach(() => {
  counted.length = 0;
  candidate.provider = 'sandbox';
  extendHold.mockReset().mockResolvedValue(PAID);
  hold = new GrowingHold({ id: 'g', heldOutputTokens: PAID, maxOutputTokens: 2 * PAID } as Generation);
});

it('replaces its own count by the provider’s count of the same text', async () => {
  const looking = hold.covers('x'.repeat(EXTEND_AT + 1));
  await expect.poll(() => counted).toHaveLength(1);
  await Promise.all([hold.onUsage({ completionTokens: PAID - 1 }), answerAll(10)]);
  expect(await looking).toBe(true);
  const last = hold.covers('yy');
  const answered = answerAll(2);
  expect(await last).toBe(false);
  await answered;
});

it('counts a token per byte when the tokenizer fails', async () => {
  const looking = hold.covers('é'.repeat(PAID / 2 + 1));
  await expect.poll(() => counted).toHaveLength(1);
  counted[0]!.reject(new Error('no room'));
  expect(await looking).toBe(false);
  expect(warn).toHaveBeenCalled();
});

it.each([
  ['sandbox', true],
  ['sandbox-bing', false],
])('enforces the cap of an answer of %s: continues %s', async (provider, goesOn) => {
  candidate.provider = provider;
  const all = new GrowingHold({ id: 'g', heldOutputTokens: null, maxOutputTokens: 10 } as Generation);
  const isCovered = async (said: string, tokens: number) => {
    const covered = all.covers(said);
    await answerAll(tokens);
    return covered;
  };
  expect(await isCovered('one two three', 3)).toBe(true);
  expect(await isCovered('x'.repeat(50), 7)).toBe(true);
  expect(await isCovered('four', 1)).toBe(goesOn);
  expect(extendHold).not.toHaveBeenCalled();
});

/** Resolves pending counts until no more arrive for a while. */
async function answerAll(tokens: number): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) {
    counted.splice(0).forEach(({ resolve }) => resolve(tokens));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
