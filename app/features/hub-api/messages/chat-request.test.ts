import { describe, expect, it } from 'vitest';
import { AppError } from '#app/contracts/errors.ts';
import { messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { ignoredInChat } from '#app/contracts/openai/chat-request.ts';
import { toChatRequest } from './chat-request.ts';

const read = (more: object) =>
  toChatRequest(messageRequest.parse({ model: 'm', max_tokens: 10_000, messages: [user('Hi')], ...more }));
const user = (content: unknown) => ({ role: 'user', content });
const bodyOf = (more: object) => read(more).body;
const messagesOf = (messages: unknown[]) => bodyOf({ messages }).messages;

const PNG = { type: 'base64', media_type: 'image/png', data: 'AAAA' };

describe('a request of the Messages dialect', () => {
  it('puts the instructions first, and passes plain text as text', () => {
    expect(bodyOf({ system: 'Be brief.' }).messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('puts tool results before other content, and their images after them', () => {
    const result = {
      type: 'tool_result',
      tool_use_id: 't',
      is_error: true,
      content: [{ type: 'image', source: PNG }],
    };
    const said = { type: 'text', text: 'And?' };
    expect(messagesOf([user([said, result])])).toEqual([
      {
        role: 'tool',
        tool_call_id: 't',
        content: 'Error: The pictures follow.',
      },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  it('keeps the text, the calls and the signed thoughts of a model', () => {
    const blocks = [
      { type: 'thinking', thinking: 'a', signature: 's' },
      { type: 'thinking', thinking: 'b', signature: '' },
      { type: 'tool_use', id: 't', name: 'clock', input: { at: 1 } },
    ];
    expect(messagesOf([user('Hi'), { role: 'assistant', content: blocks }])[1]).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ type: 'function', id: 't', function: { name: 'clock', arguments: '{"at":1}' } }],
      reasoning_details: [
        { type: 'reasoning.text', format: 'anthropic-claude-v1', text: 'a', signature: 's', index: 0 },
      ],
    });
  });

  it.each([
    [{}, undefined],
    [{ thinking: { type: 'disabled' }, output_config: { effort: 'max' } }, 'none'],
    [{ thinking: { type: 'enabled', budget_tokens: 2000 } }, 'low'],
    [{ thinking: { type: 'enabled', budget_tokens: 5000 } }, 'medium'],
    [{ thinking: { type: 'enabled', budget_tokens: 9999 } }, 'high'],
    [{ thinking: { type: 'adaptive' } }, 'high'],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } }, 'xhigh'],
  ])('translates thinking into one word of effort: %j', (more, effort) => {
    expect(bodyOf(more).reasoning_effort).toBe(effort);
  });

  it('translates tools and the choice among them', () => {
    const tools = [{ name: 'clock', input_schema: { type: 'object' } }];
    const choice = { type: 'any', disable_parallel_tool_use: true };
    expect(bodyOf({ tools, tool_choice: choice })).toMatchObject({
      tools: [{ type: 'function', function: { name: 'clock', parameters: { type: 'object' } } }],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
  });

  it('describes client tools of Anthropic as functions, and names the fields that have no effect', () => {
    const body = bodyOf({
      tools: [
        { type: 'bash_20250124', name: 'bash' },
        { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 9 },
        { type: 'computer_20250124', name: 'computer', display_width_px: 800, display_height_px: 600 },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
        { name: 'clock', input_schema: { type: 'object' }, input_examples: [{}] },
      ],
      thinking: { type: 'adaptive', display: 'omitted' },
    });
    expect(body.tools).toMatchObject([
      { function: { name: 'bash', parameters: { properties: { command: { type: 'string' } } } } },
      { function: { name: 'str_replace_based_edit_tool', parameters: { required: ['command', 'path'] } } },
      { function: { name: 'computer', description: expect.stringContaining('800 x 600') as string } },
      { function: { name: 'clock' } },
    ]);
    expect(ignoredInChat(body)).toEqual([
      'web_search_20250305',
      'tools.max_characters',
      'tools.input_examples',
      'thinking.display',
    ]);
    expect(ignoredInChat(bodyOf({ thinking: { type: 'adaptive', display: 'summarized' } }))).toEqual([]);
  });

  it.each([{ type: 'tool', name: 'web_search' }, { type: 'any' }])(
    'cannot force a hosted tool: %j',
    (choice) => {
      const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
      expect(() => bodyOf({ tools, tool_choice: choice })).toThrow(
        expect.objectContaining({ code: 'invalid_request', param: 'tool_choice' }),
      );
    },
  );

  it('passes on no unknown field, whatever its name', () => {
    const body = bodyOf({ metadata: { user_id: 'me' }, n: 9, logprobs: true, max_completion_tokens: 9 });
    expect(body).toMatchObject({ metadata: { user_id: 'me' } });
    expect(body.n ?? body.logprobs ?? body.max_completion_tokens).toBeUndefined();
  });

  it('names fields in errors as its caller wrote them', () => {
    const { fields } = read({
      system: 'Be brief.',
      messages: [user([{ type: 'image', source: PNG }]), user('Hi')],
    });
    const at = (param: string) =>
      fields.ofCall(new AppError('invalid_request', { param, message: `${param}: no` }));
    expect(at('messages[1].content[0].image_url.url')).toMatchObject({
      param: 'messages[0].content[0]',
      message: 'messages[0].content[0]: no',
    });
    expect(at('messages[2]').param).toBe('messages[1]');
    expect(at('messages[0]').param).toBe('system');
    expect(at('stop').param).toBe('stop_sequences');
    expect(fields.ofRun(new AppError('provider_rejected', { param: 'messages[4].content' })).param).toBe(
      'messages',
    );
  });
});
