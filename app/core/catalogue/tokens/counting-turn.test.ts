import { expect, it } from 'vitest';
import { awaitTurn, endTurn, isTurnSpent, spendTurn } from './counting-turn.ts';

/** More milliseconds than one turn of the event loop has. */
const WHOLE_TURN = 1000;

/** Waits for `turns` turns, one after the other, and uses all of each. */
async function count(owner: string, turns: number, log: string[]): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await awaitTurn(owner);
    log.push(owner);
    spendTurn(WHOLE_TURN);
  }
  endTurn();
}

it('rotates the turns among owners, however many counts each has', async () => {
  const log: string[] = [];
  spendTurn(WHOLE_TURN);
  await Promise.all([...Array.from({ length: 4 }, () => count('many', 2, log)), count('one', 2, log)]);
  expect(log.slice(0, 4)).toEqual(['many', 'one', 'many', 'one']);
  expect(log.slice(4)).toEqual(Array.from({ length: 6 }, () => 'many'));
});

it('lets several counts run in one turn while there is time left', async () => {
  const log: string[] = [];
  spendTurn(WHOLE_TURN);
  const small = async (owner: string) => {
    await awaitTurn(owner);
    log.push(owner);
    endTurn();
  };
  const counts = ['one', 'two', 'three'].map(small);
  expect(isTurnSpent()).toBe(true);
  expect(log).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.resolve();
  expect(log).toEqual(['one', 'two', 'three']);
  await Promise.all(counts);
});
