import { describe, expect, it } from 'vitest';
import { supportedParameters } from './supported-parameters.ts';

const TEXT = { supports: ['text-to-text'], capabilities: [], offers: [{ parameters: {} }] } as const;

describe('supportedParameters', () => {
  it('omits parameters that every offer refuses, and lists those that at least one accepts', () => {
    const refusing = { parameters: { temperature: false } } as const;
    expect(supportedParameters({ ...TEXT, offers: [refusing] })).not.toContain('temperature');
    expect(supportedParameters({ ...TEXT, offers: [refusing, { parameters: {} }] })).toContain('temperature');
  });

  it('depends on capabilities for the parameters that need one', () => {
    const plain = supportedParameters(TEXT);
    for (const name of ['tools', 'response_format', 'logprobs', 'n', 'reasoning_effort'])
      expect(plain).not.toContain(name);
    const able = supportedParameters({
      ...TEXT,
      capabilities: ['tools', 'json_object', 'json_schema', 'logprobs', 'n', 'reasoning'],
    });
    expect(able).toEqual(
      expect.arrayContaining(['tool_choice', 'structured_outputs', 'top_logprobs', 'n', 'reasoning_effort']),
    );
    expect(able).toEqual(expect.arrayContaining(['reasoning', 'include_reasoning']));
    expect(able.filter((name) => name === 'response_format')).toHaveLength(1);
  });

  it('is empty for a model that makes images', () => {
    expect(supportedParameters({ ...TEXT, supports: ['text-to-image'] })).toEqual([]);
  });
});
