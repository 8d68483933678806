import { describe, expect, it } from 'vitest';
import { listClients, listFailures, listFlows } from './tables.mjs';

describe('listFlows', () => {
  const run = (name: string, scripts: string, state: string, needsScripts = false) => ({
    flow: { title: 'replies', name, scripts, needsScripts },
    state,
  });

  it('has a line for each flow and a column for each way in which scripts arrive', () => {
    const runs = [
      run('stop', 'on', 'passed'),
      run('stop', 'off', 'failed'),
      run('copy', 'on', 'passed', true),
      run('copy', 'late', 'passed', true),
    ];
    expect(listFlows(runs)).toEqual([
      'flow           on      off            late',
      'replies: copy  passed  needs scripts  passed',
      'replies: stop  passed  failed         not run',
    ]);
    expect(listFlows([])).toEqual([]);
  });
});

describe('listFailures', () => {
  const run = (name: string, state: string | undefined) => ({
    failure: { name, delivery: 'whole', saw: '502 x', charged: 'nothing', entries: '0', balance: '0' },
    state,
  });

  it('has a line for each case, and counts a case without an end as wrong', () => {
    expect(listFailures([run('cut', 'passed'), run('stalls', 'failed'), run('lost', undefined)])).toEqual([
      'what fails  call   what the client saw  charged for  ledger  balance',
      'cut         whole  502 x                nothing      0 µ$    0 µ$     ok',
      'stalls      whole  502 x                nothing      0 µ$    0 µ$     WRONG',
      'lost        whole  502 x                nothing      0 µ$    0 µ$     WRONG',
      '3 cases, 2 wrong',
    ]);
    expect(listFailures([])).toEqual([]);
  });
});

describe('listClients', () => {
  const run = (name: string, feature: string, state: string | undefined) => ({
    client: { name, feature },
    state,
  });

  it('has a line for each feature, a column for each client, and a dash for missing features', () => {
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
    expect(listClients([])).toEqual([]);
  });
});
