import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../contract.ts';
import { toWireRequest } from './request.ts';

const REQUEST: ProviderRequest = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'Hi' }],
  maxOutputTokens: 300,
  delivery: 'stream',
  options: { temperature: 0.2, top_p: 1, frequency_penalty: 0, presence_penalty: 0.5, stop: ['END'] },
};
const OWN = 'https://api.openai.com/v1';

describe('toWireRequest', () => {
  it('streams, asks for the usage, and leaves defaults out', () => {
    expect(toWireRequest(REQUEST, OWN)).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 300,
      temperature: 0.2,
      presence_penalty: 0.5,
      stop: ['END'],
    });
  });

  it('asks for the answer in one piece when nobody reads along', () => {
    const wire = toWireRequest({ ...REQUEST, delivery: 'whole' }, OWN);
    expect(wire).toMatchObject({ stream: false });
    expect(wire).not.toHaveProperty('stream_options');
  });

  it('names the cap so that others obey it too', () => {
    const wire = toWireRequest(REQUEST, 'http://127.0.0.1:11434/v1');
    expect(wire).toMatchObject({ max_tokens: 300 });
    expect(wire).not.toHaveProperty('max_completion_tokens');
  });

  it.each(['o3', 'o4-mini', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-10-x'])(
    'spares %s what it refuses',
    (model) => {
      expect(Object.keys(toWireRequest({ ...REQUEST, model }, OWN))).toEqual([
        'model',
        'messages',
        'stream',
        'stream_options',
        'max_completion_tokens',
      ]);
    },
  );

  it('does not take a model of another maker for one of those', () => {
    expect(toWireRequest({ ...REQUEST, model: 'gpt-6-luna' }, 'https://example.test/v1')).toHaveProperty(
      'temperature',
    );
    expect(toWireRequest({ ...REQUEST, model: 'gpt-4.1' }, OWN)).toHaveProperty('temperature');
  });
});
