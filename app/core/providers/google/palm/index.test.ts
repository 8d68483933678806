import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import type { ProviderRequest } from '#app/core/providers/contract.ts';
import { CONTINUE_PROMPT, OMITTED_TURNS } from '#app/core/providers/shared/prompt.ts';
import { toPrediction } from './index.ts';

const request = (messages: PromptMessage[], more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  model: 'chat-bison',
  messages,
  maxOutputTokens: 1024,
  delivery: 'stream',
  options: {},
  ...more,
});

const user = (content: string): PromptMessage => ({ role: 'user', content });
const assistant = (content: string): PromptMessage => ({ role: 'assistant', content });

const turnsOf = (messages: PromptMessage[], model = 'chat-bison') =>
  toPrediction(request(messages, { model })).instances[0]!.messages.map(
    ({ author, content }) => `${author}: ${content}`,
  );

describe('toPrediction', () => {
  it('separates the instructions, and puts the options beside them', () => {
    const options = { temperature: 0.2, top_p: 0.95, top_k: 40 };
    const messages: PromptMessage[] = [{ role: 'system', content: 'Be terse.' }, user('A colour?')];
    expect(toPrediction(request(messages, { options }))).toEqual({
      instances: [{ context: 'Be terse.', messages: [{ author: 'user', content: 'A colour?' }] }],
      parameters: { maxOutputTokens: 1024, temperature: 0.2, topP: 0.95, topK: 40 },
    });
  });

  it('uses the code model’s name for itself, and only the options that it supports', () => {
    const options = { temperature: 0.2, top_p: 0.95, top_k: 40 };
    const asked = request([user('a'), assistant('b'), user('c')], { model: 'codechat-bison@002', options });
    expect(toPrediction(asked)).toEqual({
      instances: [
        {
          messages: [
            { author: 'user', content: 'a' },
            { author: 'system', content: 'b' },
            { author: 'user', content: 'c' },
          ],
        },
      ],
      parameters: { maxOutputTokens: 1024, temperature: 0.2 },
    });
  });

  it('alternates turns, and begins and ends with the user', () => {
    expect(turnsOf([user('a'), user('b'), assistant(''), assistant('c'), user('d')])).toEqual([
      'user: a\n\nb',
      'bot: c',
      'user: d',
    ]);
    expect(turnsOf([assistant('c'), user('d')])).toEqual([`user: ${OMITTED_TURNS}`, 'bot: c', 'user: d']);
    expect(turnsOf([user('a'), assistant('Once upon')])).toEqual([
      'user: a',
      'bot: Once upon',
      `user: ${CONTINUE_PROMPT}`,
    ]);
  });

  it('sends instructions as the question if there is nothing else', () => {
    const { instances } = toPrediction(request([{ role: 'system', content: 'Greet me.' }]));
    expect(instances).toEqual([{ messages: [{ author: 'user', content: 'Greet me.' }] }]);
  });

  it('rejects content that the wire cannot express', () => {
    const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } };
    expect(() => toPrediction(request([{ role: 'user', content: [picture] }]))).toThrow(/image_url/);
    const result: PromptMessage = { role: 'tool', tool_call_id: 'a', content: 'b' };
    expect(() => toPrediction(request([user('a'), result]))).toThrow('this provider knows no tools');
  });
});
