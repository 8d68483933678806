import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { toConversation } from './messages.ts';

const convert = (messages: PromptMessage[], prefill = false) => toConversation(messages, { prefill });
const text = (words: string) => ({ type: 'text', text: words });

describe('toConversation', () => {
  it('separates instructions from the turns, and joins consecutive turns of one role', () => {
    const { system, messages } = convert([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      { role: 'assistant', content: 'Three' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'Four' },
    ]);
    expect(system).toEqual([text('Be brief.'), text('Be kind.')]);
    expect(messages).toEqual([
      { role: 'user', content: [text('One'), text('Two')] },
      { role: 'assistant', content: [text('Three')] },
      { role: 'user', content: [text('Four')] },
    ]);
  });

  it('returns tool results in a user’s turn, before the user’s text', () => {
    const call = (id: string, json: string) => ({
      id,
      type: 'function' as const,
      function: { name: 'add', arguments: json },
    });
    const { messages, lacksThoughts } = convert([
      { role: 'user', content: 'Add' },
      { role: 'assistant', content: null, tool_calls: [call('a', '{"x":1}'), call('b', '')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: '2' }] },
      { role: 'user', content: 'Well?' },
    ]);
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'add', input: { x: 1 } },
          { type: 'tool_use', id: 'b', name: 'add', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [text('1')] },
          { type: 'tool_result', tool_use_id: 'b', content: [text('2')] },
          text('Well?'),
        ],
      },
    ]);
    expect(lacksThoughts).toBe(true);
  });

  it('converts images, documents and cache marks', () => {
    const pdf = {
      type: 'file' as const,
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
    };
    const note = {
      type: 'file' as const,
      file: { file_data: 'data:text/plain;charset=utf-8;base64,SGkgw7w=' },
    };
    const marked = { type: 'text' as const, text: 'Read', cache_control: { type: 'ephemeral', ttl: '1h' } };
    const { messages } = convert([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'image_url', image_url: { url: 'https://example.test/a.jpg', detail: 'low' } },
          pdf,
          note,
          marked,
        ],
      },
    ]);
    expect(messages[0]?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
      { type: 'image', source: { type: 'url', url: 'https://example.test/a.jpg' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        title: 'a.pdf',
      },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hi ü' } },
      { type: 'text', text: 'Read', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ]);
  });

  it('begins with a user’s turn, even if only instructions exist or the beginning was left out', () => {
    expect(convert([{ role: 'system', content: 'Say hi.' }])).toEqual({
      system: [],
      messages: [{ role: 'user', content: [text('Say hi.')] }],
      lacksThoughts: false,
    });
    const { messages } = convert([
      { role: 'assistant', content: 'And so on.' },
      { role: 'user', content: 'Go' },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('continues an answer with a prefill if the model accepts one, else with an instruction', () => {
    const begun: PromptMessage[] = [
      { role: 'user', content: 'Tell' },
      { role: 'assistant', content: 'Once upon \n' },
    ];
    expect(convert(begun, true).messages.at(-1)).toEqual({ role: 'assistant', content: [text('Once upon')] });
    const asked = convert(begun).messages;
    expect(asked[1]).toEqual({ role: 'assistant', content: [text('Once upon \n')] });
    expect(asked.at(-1)?.role).toBe('user');
  });

  it.each<[string, PromptMessage]>([
    ['sound', { role: 'user', content: [{ type: 'input_audio', input_audio: { data: '', format: 'mp3' } }] }],
    ['a file of another shop', { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
    [
      'a drawing',
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PA==' } }],
      },
    ],
    [
      'arguments that are no object',
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'add', arguments: '[1' } }],
      },
    ],
  ])('rejects %s', (_what, message) => {
    expect(() => convert([message])).toThrow(expect.objectContaining({ code: 'provider_rejected' }));
  });
});
