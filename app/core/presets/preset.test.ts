import { expect, it } from 'vitest';
import { toPreset, viewPreset } from './preset.ts';

const ROW = {
  userId: 'u',
  id: 'a',
  title: 'Mine',
  endpoint: 'bingAI',
  model: null,
  options: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

it('reads settings saved before their endpoint supported them, unless they were set since', () => {
  const carried = JSON.stringify({ toneStyle: 'fast', jailbreak: true, invocationId: 3 });
  const preset = toPreset({ ...ROW, carried });
  expect(preset).toMatchObject({
    options: { toneStyle: 'fast', jailbreak: true },
    carried: { invocationId: 3 },
  });
  expect(preset.carried).not.toHaveProperty('toneStyle');
  const since = toPreset({ ...ROW, options: JSON.stringify({ toneStyle: 'precise' }), carried });
  expect(viewPreset(since, null)).toMatchObject({ toneStyle: 'precise', jailbreak: true, invocationId: 3 });
});
