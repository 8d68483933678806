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

it('sets what was carried before an endpoint took it, unless it is said since', () => {
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
