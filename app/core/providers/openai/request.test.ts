import { describe, expect, it } from 'vitest';
import type { ProviderRequest } from '../contract.ts';
import { toWireRequest } from './request.ts';
import { targetOf, type Target } from './target.ts';

const REQUEST: ProviderRequest = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'Hi' }],
  maxOutputTokens: 300,
  delivery: 'stream',
  options: { temperature: 0.2, top_p: 1, frequency_penalty: 0, presence_penalty: 0.5, stop: ['END'] },
};
const OWN = targetOf(new URL('https://api.openai.com/v1/chat/completions'));
const ELSEWHERE = targetOf(new URL('https://example.test/v1'));

describe('toWireRequest', () => {
  it('streams, requests the usage, and leaves defaults out', () => {
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

  it('requests the search size that the price covers', () => {
    const wire = toWireRequest(REQUEST, targetOf(new URL('https://api.perplexity.ai/chat/completions')));
    expect(wire).toMatchObject({ web_search_options: { search_context_size: 'low' } });
    expect(toWireRequest(REQUEST, ELSEWHERE)).not.toHaveProperty('web_search_options');
  });

  it('requests a whole answer if no client reads along', () => {
    const wire = toWireRequest({ ...REQUEST, delivery: 'whole' }, OWN);
    expect(wire).toMatchObject({ stream: false });
    expect(wire).not.toHaveProperty('stream_options');
  });

  it('names the limit so that other providers obey it too', () => {
    const wire = toWireRequest(REQUEST, targetOf(new URL('http://127.0.0.1:11434/v1')));
    expect(wire).toMatchObject({ max_tokens: 300 });
    expect(wire).not.toHaveProperty('max_completion_tokens');
  });

  it.each(['o3', 'o4-mini', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-10-x'])(
    'omits for %s the options that it refuses',
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

  it('sends the caller’s options, and the cache key only to the maker', () => {
    const options: ProviderRequest['options'] = {
      n: 2,
      logprobs: true,
      reasoning_effort: 'high',
      response_format: { type: 'json_object' },
      prompt_cache_key: 'mine',
    };
    expect(toWireRequest({ ...REQUEST, options }, OWN)).toMatchObject(options);
    const { prompt_cache_key: _, ...others } = options;
    const elsewhere = toWireRequest({ ...REQUEST, options }, ELSEWHERE);
    expect(elsewhere).toMatchObject(others);
    expect(elsewhere).not.toHaveProperty('prompt_cache_key');
  });

  it('drops unknown options, and those that are billed separately', () => {
    const options = {
      web_search_options: {},
      service_tier: 'priority' as const,
      store: true,
      modalities: ['text' as const, 'audio' as const],
      audio: { voice: 'alloy', format: 'wav' as const },
      prediction: { type: 'content' as const, content: 'x' },
      invented: 1,
    };
    for (const url of [OWN, ELSEWHERE]) {
      expect(Object.keys(toWireRequest({ ...REQUEST, options }, url))).toHaveLength(5);
    }
  });

  it('removes the cache marks of another wire', () => {
    const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const messages: ProviderRequest['messages'] = [
      { role: 'system', content: [{ type: 'text', text: 'a', ...mark }] },
      { role: 'user', content: [{ type: 'text', text: 'b', ...mark }] },
    ];
    const tools = [{ type: 'function' as const, function: { name: 'c' }, ...mark }];
    const wire = toWireRequest({ ...REQUEST, messages, options: { tools } }, ELSEWHERE);
    expect(JSON.stringify(wire)).not.toContain('cache_control');
    expect(wire).toMatchObject({ tools: [{ function: { name: 'c' } }] });
  });

  it('sends thoughts back to providers that support them, and signed ones of another wire to none', () => {
    const thoughtful = {
      role: 'assistant' as const,
      content: 'Hm',
      reasoning_content: 'Let me see',
      reasoning_details: [{ type: 'reasoning.text' }],
    };
    const sent = (target: Target) =>
      toWireRequest({ ...REQUEST, messages: [thoughtful] }, target).messages[0];
    expect(sent(OWN)).toEqual({ role: 'assistant', content: 'Hm' });
    expect(sent(ELSEWHERE)).toEqual({
      role: 'assistant',
      content: 'Hm',
      reasoning_content: 'Let me see',
    });
  });

  it('uses the developer role only for providers that support it', () => {
    const messages: ProviderRequest['messages'] = [{ role: 'developer', content: 'Be brief.' }];
    expect(toWireRequest({ ...REQUEST, messages }, OWN).messages).toEqual(messages);
    expect(toWireRequest({ ...REQUEST, messages }, ELSEWHERE).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
    ]);
  });

  it('does not treat another maker’s model as a reasoning model of OpenAI', () => {
    expect(toWireRequest({ ...REQUEST, model: 'gpt-6-luna' }, ELSEWHERE)).toHaveProperty('temperature');
    expect(toWireRequest({ ...REQUEST, model: 'gpt-4.1' }, OWN)).toHaveProperty('temperature');
  });

  it('sends top_k only to other providers', () => {
    const request = { ...REQUEST, options: { top_k: 5 } };
    expect(toWireRequest(request, OWN)).not.toHaveProperty('top_k');
    expect(
      toWireRequest(request, targetOf(new URL('http://127.0.0.1:11434/v1/chat/completions'))),
    ).toMatchObject({
      top_k: 5,
    });
  });
});
