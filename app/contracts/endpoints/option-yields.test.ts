import { expect, it } from 'vitest';
import { yieldsAmong } from './option-yields.ts';

const CLAUDE = { topP: ['temperature', 'reasoningEffort'], temperature: ['reasoningEffort'] };

it.each([
  [{ temperature: 0.3, topP: 0.7 }, ['topP']],
  [{ temperature: 0, topP: 0.7 }, ['topP']],
  [{ temperature: '0.3' }, ['topP']],
  [{ temperature: 1, topP: 0.7 }, []],
  [{ temperature: '', topP: 0.7 }, []],
  [{ topP: 0.7 }, []],
  [{ reasoningEffort: 'high' }, ['topP', 'temperature']],
  [{ reasoningEffort: 'none' }, []],
])('with %j it leaves out %j', (values, leftOut) => {
  expect(yieldsAmong(CLAUDE, values)).toEqual(leftOut);
});
