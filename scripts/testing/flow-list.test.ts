import { describe, expect, it } from 'vitest';
import { flowRunsIn, listFlows } from './flow-list.mjs';

const run = (name: string, scripts: string, state: string, needsScripts = false) => ({
  flow: { title: 'replies', name, scripts, needsScripts },
  state,
});

describe('listFlows', () => {
  it('has a line for each flow and a column for each way in which scripts arrive', () => {
    const runs = [
      run('stop', 'on', 'passed'),
      run('stop', 'off', 'failed'),
      run('stop', 'late', 'passed'),
      run('copy', 'on', 'passed', true),
      run('copy', 'late', 'passed', true),
    ];
    expect(listFlows(runs)).toEqual([
      'flow           on      off            late',
      'replies: copy  passed  needs scripts  passed',
      'replies: stop  passed  failed         passed',
    ]);
  });

  it('says of a run that is missing that it did not run', () => {
    expect(listFlows([run('stop', 'on', 'passed')])[1]).toBe('replies: stop  passed  not run  not run');
  });

  it('is empty without flows', () => {
    expect(listFlows([])).toEqual([]);
  });
});

describe('flowRunsIn', () => {
  it('finds the flows among the tests of a report', () => {
    const { flow } = run('stop', 'on', 'passed');
    const assertionResults = [
      { status: 'passed', meta: { flow } },
      { status: 'passed', meta: {} },
    ];
    expect(flowRunsIn({ testResults: [{ assertionResults }] })).toEqual([{ flow, state: 'passed' }]);
    expect(flowRunsIn(null)).toEqual([]);
  });
});
