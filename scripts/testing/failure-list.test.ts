import { describe, expect, it } from 'vitest';
import { listFailures } from './failure-list.mjs';

const run = (name: string, state: string | undefined) => ({
  failure: { name, delivery: 'whole', saw: '502 x', charged: 'nothing', entries: '0', balance: '0' },
  state,
});

describe('listFailures', () => {
  it('has a line for each case, says which are wrong, and counts them', () => {
    expect(listFailures([run('cut', 'passed'), run('stalls', 'failed')])).toEqual([
      'what fails  call   what the client saw  charged for  ledger  balance',
      'cut         whole  502 x                nothing      0 µ$    0 µ$     ok',
      'stalls      whole  502 x                nothing      0 µ$    0 µ$     WRONG',
      '2 cases, 1 wrong',
    ]);
  });

  it('takes a case that came to no end for a wrong one', () => {
    expect(listFailures([run('cut', undefined)]).at(-1)).toBe('1 cases, 1 wrong');
  });

  it('is empty without cases', () => {
    expect(listFailures([])).toEqual([]);
  });
});
