import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { toConversation } from './messages.ts';

const convert = (messages: PromptMessage[], wantsSignatures = true) =>
  toConversation(messages, { wantsSignatures });
const call = (id: string, json: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'add', arguments: json },
});

describe('toConversation', () => {
  it('separates instructions from the turns, and joins consecutive turns of one role', () => {
    const { system, contents } = convert([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'user', content: [{ type: 'text', text: 'Two' }] },
      { role: 'assistant', content: 'Three' },
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'Four' },
    ]);
    expect(system).toEqual([{ text: 'Be brief.' }, { text: 'Be kind.' }]);
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'One' }, { text: 'Two' }] },
      { role: 'model', parts: [{ text: 'Three' }] },
      { role: 'user', parts: [{ text: 'Four' }] },
    ]);
  });

  const called: PromptMessage[] = [
    { role: 'user', content: 'Add' },
    { role: 'assistant', content: null, tool_calls: [call('a', '{"x":1}'), call('b', '')] },
    { role: 'tool', tool_call_id: 'a', content: '1' },
    { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: '2' }] },
    { role: 'user', content: 'Well?' },
  ];

  it('returns tool results under the names of their tools, before the user’s text', () => {
    const { contents } = convert(called, false);
    expect(contents.slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'add', args: { x: 1 } } },
          { functionCall: { id: 'b', name: 'add', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'add', response: { output: '1' } } },
          { functionResponse: { id: 'b', name: 'add', response: { output: '2' } } },
          { text: 'Well?' },
        ],
      },
    ]);
  });

  it('marks the first of several unsigned calls as unsigned, for models that require signatures', () => {
    const signatures = convert(called).contents[1]?.parts.map(({ thoughtSignature }) => thoughtSignature);
    expect(signatures).toEqual(['skip_thought_signature_validator', undefined]);
  });

  it('converts images, audio and files', () => {
    const file = (filename: string, file_data: string) => ({
      type: 'file' as const,
      file: { filename, file_data },
    });
    const { contents } = convert([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          { type: 'image_url', image_url: { url: 'https://example.test/a.JPG?x=1.png', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.test/picture' } },
          { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
          file('a.pdf', 'data:application/pdf;base64,JVBE'),
          file('', 'data:text/markdown;charset=utf-8;base64,SGk='),
          { type: 'text', text: ' ' },
        ],
      },
    ]);
    expect(contents[0]?.parts).toEqual([
      { inlineData: { mimeType: 'image/png', data: 'iVBO' } },
      { fileData: { mimeType: 'image/jpeg', fileUri: 'https://example.test/a.JPG?x=1.png' } },
      { fileData: { fileUri: 'https://example.test/picture' } },
      { inlineData: { mimeType: 'audio/mp3', data: 'SUQz' } },
      { text: 'a.pdf' },
      { inlineData: { mimeType: 'application/pdf', data: 'JVBE' } },
      { inlineData: { mimeType: 'text/plain', data: 'SGk=' } },
    ]);
  });

  it('begins with a user’s turn, even if only instructions exist or the beginning was left out', () => {
    expect(convert([{ role: 'system', content: 'Say hi.' }])).toEqual({
      system: [],
      contents: [{ role: 'user', parts: [{ text: 'Say hi.' }] }],
    });
    const { contents } = convert([
      { role: 'assistant', content: 'And so on.' },
      { role: 'user', content: 'Go' },
    ]);
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
  });

  it('asks to continue an answer that was cut', () => {
    const { contents } = convert([
      { role: 'user', content: 'Tell' },
      { role: 'assistant', content: 'Once upon' },
    ]);
    expect(contents.at(-1)).toEqual({
      role: 'user',
      parts: [{ text: expect.stringContaining('cut off') as string }],
    });
  });

  it.each<[string, PromptMessage]>([
    ['a file of another shop', { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
    [
      'an archive',
      {
        role: 'user',
        content: [{ type: 'file', file: { file_data: 'data:application/zip;base64,UEsDBA==' } }],
      },
    ],
    [
      'a picture that moves',
      {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lG' } }],
      },
    ],
    ['arguments that are no object', { role: 'assistant', tool_calls: [call('a', '[1')] }],
    ['a result of no call', { role: 'tool', tool_call_id: 'a', content: '1' }],
    ['a function of 2023', { role: 'function', name: 'add', content: '1' }],
  ])('rejects %s', (_what, message) => {
    expect(() => convert([message])).toThrow(expect.objectContaining({ code: 'provider_rejected' }));
  });
});
