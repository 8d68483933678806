import { describe, expect, it } from 'vitest';
import { listClients } from './client-list.mjs';

const run = (name: string, feature: string, state: string | undefined) => ({
  client: { name, feature },
  state,
});

describe('listClients', () => {
  it('has a line for each feature, a column for each client, and a dash for what is not offered', () => {
    const runs = [
      run('openai', 'stream', 'passed'),
      run('openai', 'choices', 'failed'),
      run('AI SDK', 'stream', undefined),
    ];
    expect(listClients(runs)).toEqual([
      'what a client does  AI SDK  openai',
      'stream              WRONG   ok',
      'choices             –       WRONG',
      '3 cases, 2 wrong',
    ]);
  });

  it('is empty without clients', () => {
    expect(listClients([])).toEqual([]);
  });
});
