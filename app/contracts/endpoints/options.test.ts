import { describe, expect, it } from 'vitest';
import { ANY_ENDPOINT } from './any.ts';
import { optionsSchema } from './options.ts';
import { ENDPOINT_FACTS } from './table.ts';

const GOOGLE = ENDPOINT_FACTS.google!;

describe('optionsSchema', () => {
  it('shares one schema between models with the same options', () => {
    const schema = optionsSchema(GOOGLE, 'google/gemini-2.5-pro');
    expect(optionsSchema(GOOGLE, 'google/gemini-2.5-flash')).toBe(schema);
  });

  it('keeps models of one endpoint apart when their options differ', () => {
    const gemini = optionsSchema(GOOGLE, 'google/gemini-2.5-pro');
    const palm = optionsSchema(GOOGLE, 'google/chat-bison');
    const code = optionsSchema(GOOGLE, 'google/codechat-bison');
    const examples = [{ input: { content: 'a' }, output: { content: 'b' } }];
    expect(palm.parse({ examples })).toEqual({ examples });
    expect(code.parse({ examples })).toEqual({});
    const long = { maxOutputTokens: 2000 };
    expect(gemini.parse(long)).toEqual(long);
    expect(palm.safeParse(long).success).toBe(false);
  });

  it('keeps endpoints apart', () => {
    expect(optionsSchema(ANY_ENDPOINT, 'google/chat-bison')).not.toBe(
      optionsSchema(GOOGLE, 'google/chat-bison'),
    );
  });
});
