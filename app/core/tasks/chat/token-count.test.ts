import { describe, expect, it } from 'vitest';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { countPrompt } from './token-count.ts';

const by = (provider: string) => ({ provider, leftOut: [] as readonly string[] }) as Candidate;
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];
const count = async (provider: string, options: object) => {
  const messages = [{ role: 'user' as const, content: 'Will it rain?' }];
  return (await countPrompt({ messages, options }, by(provider), 'o200k')).promptTokens;
};

describe('the tokens that Anthropic adds to a prompt with tools', () => {
  it.each([
    ['a free choice', { tools }, 496],
    ['a tool that is forced', { tools, tool_choice: 'required' }, 588],
    ['no tools', {}, 0],
  ])('are counted with %s', async (_name, options, added) => {
    expect(await count('anthropic', options)).toBe((await count('openai', options)) + added);
  });
});
