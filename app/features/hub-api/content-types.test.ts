import type { MessageParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionMessageParam,
  ChatCompletionUserMessageParam,
} from 'openai/resources/chat/completions';
import type {
  EasyInputMessage,
  ResponseInputItem,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { messageRequest } from '#app/contracts/anthropic/message-request.ts';
import { responsesRequest } from '#app/contracts/openai/responses/request.ts';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { toChatRequest } from './messages/chat-request.ts';
import { toMessages } from './responses/chat-messages.ts';

// Every content type of the official clients: the compiler rejects a table that lacks one, or a field of one.

/** One value for each type of a union. */
type EachOf<Union extends { type: string }> = { [Type in Union['type']]: Extract<Union, { type: Type }> };
/** Every optional field, so that none is forgotten: as empty as its type allows. */
type OptionalOf<Whole> = {
  [Key in keyof Whole as Whole extends Record<Key, Whole[Key]> ? never : Key]-?: Whole[Key] | null;
};
type PartOf<Content> = Extract<Content, readonly unknown[]>[number];

const PNG = `iVBORw0KGgo=`;
const IMAGE = `data:image/png;base64,${PNG}`;
/** The label that a browser's recorder gives its videos. */
const VIDEO = 'data:video/webm;codecs=vp8,opus;base64,GkXfow==';
const DOCUMENT = 'data:application/pdf;base64,JVBERi0=';

type ChatPart = PartOf<ChatCompletionUserMessageParam['content']>;
const CHAT_PARTS: EachOf<ChatPart> = {
  text: { type: 'text', text: 'a' },
  image_url: { type: 'image_url', image_url: { url: IMAGE, detail: 'low' } },
  input_audio: { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
  file: { type: 'file', file: { file_data: DOCUMENT, filename: 'a.pdf' } },
};
type AssistantPart = PartOf<ChatCompletionAssistantMessageParam['content']>;
const ASSISTANT_PARTS: EachOf<AssistantPart> = {
  text: { type: 'text', text: 'a' },
  refusal: { type: 'refusal', refusal: 'no' },
};
const EMPTY_OF_ASSISTANT: OptionalOf<ChatCompletionAssistantMessageParam> = {
  audio: null,
  content: null,
  function_call: null,
  name: null,
  refusal: null,
  tool_calls: null,
};

const call = { type: 'function' as const, id: 'c', function: { name: 'look', arguments: '{}' } };
const user: ChatCompletionMessageParam = { role: 'user', content: 'Hi' };
const readChat = (messages: unknown[]) => chatRequest.parse({ model: 'm', messages }).messages;

describe('chat completions accept', () => {
  it.each(Object.values(CHAT_PARTS))('$type from a user and from a tool', (part) => {
    expect(readChat([{ role: 'user', content: [part] }])).toMatchObject([{ content: [part] }]);
    const turns = readChat([
      user,
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: [part] },
    ]);
    expect(turns[2]).toMatchObject({ role: 'tool' });
    if (part.type === 'text') expect(turns).toHaveLength(3);
    else expect(turns[3]).toMatchObject({ role: 'user', content: [part] });
  });

  it.each(['video_url', 'input_video'])('%s of OpenRouter as a file, only with its data', (type) => {
    const part = (url: string) => [{ type, video_url: { url } }];
    expect(readChat([{ role: 'user', content: part(VIDEO) }])).toMatchObject([
      { content: [{ type: 'file', file: { file_data: VIDEO } }] },
    ]);
    const away = { role: 'user', content: part('https://example.com/a.mp4') };
    expect(chatRequest.safeParse({ model: 'm', messages: [away] }).error?.issues).toMatchObject([
      { path: ['messages', 0, 'content', 0, 'video_url', 'url'], message: expect.stringContaining('data:') },
    ]);
  });

  it.each(Object.values(ASSISTANT_PARTS))('$type from a model', (part) => {
    expect(readChat([{ role: 'assistant', content: [part] }])).toMatchObject([{ content: [part] }]);
  });

  it.each(Object.entries(EMPTY_OF_ASSISTANT))('a null %s and empty fields from a model', (field, empty) => {
    const said = { role: 'assistant', content: 'a', tool_calls: [call], [field]: empty };
    expect(readChat([said])).toMatchObject([{ role: 'assistant' }]);
    expect(readChat([{ role: 'assistant', content: 'a', tool_calls: [] }])[0]).not.toHaveProperty(
      'tool_calls.0',
    );
    for (const role of ['user', 'system', 'developer'])
      expect(readChat([{ role, content: [], name: null }])).toMatchObject([{ role }]);
  });

  it('media of several tool results after the last one, before the text of the user', () => {
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: [CHAT_PARTS.image_url] });
    const calls = { role: 'assistant', tool_calls: [call, { ...call, id: 'd' }] };
    expect(readChat([user, calls, result('c'), result('d'), user])).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: [{ text: 'The pictures follow.' }] },
      { role: 'tool', content: [{ text: 'The pictures follow.' }] },
      { role: 'user', content: [{ type: 'image_url' }, { type: 'image_url' }, { type: 'text', text: 'Hi' }] },
    ]);
  });
});

type InputPart = PartOf<EasyInputMessage['content']>;
type OutputPart = PartOf<Extract<ResponseInputItem, { type: 'function_call_output' }>['output']>;
const INPUT_PARTS: EachOf<InputPart> & EachOf<OutputPart> = {
  input_text: { type: 'input_text', text: 'a' },
  input_image: { type: 'input_image', image_url: IMAGE, detail: 'auto', file_id: null },
  input_file: { type: 'input_file', file_data: DOCUMENT, filename: 'a.pdf', file_id: null },
};
const OUTPUT_PARTS: EachOf<ResponseOutputMessage['content'][number]> = {
  output_text: { type: 'output_text', text: 'a', annotations: [], logprobs: [] },
  refusal: { type: 'refusal', refusal: 'no' },
};
const readItems = (input: unknown[]) => {
  const items = responsesRequest.parse({ model: 'm', input }).input as PlainItem[];
  return toMessages(undefined, items);
};

type ItemType = NonNullable<ResponseInputItem['type']>;
type OwnItem =
  | 'message'
  | 'reasoning'
  | 'item_reference'
  | `function_call${'' | '_output'}`
  | `custom_tool_call${'' | '_output'}`;
/** Items of hosted tools that the official client can send again. */
const HOSTED_ITEMS: Record<Exclude<ItemType, OwnItem>, true> = {
  additional_tools: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  code_interpreter_call: true,
  compaction: true,
  compaction_trigger: true,
  computer_call: true,
  computer_call_output: true,
  file_search_call: true,
  image_generation_call: true,
  local_shell_call: true,
  local_shell_call_output: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  mcp_list_tools: true,
  program: true,
  program_output: true,
  shell_call: true,
  shell_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true,
};

describe('responses accept', () => {
  it.each(Object.keys(HOSTED_ITEMS))('an item %s', (type) => {
    expect(
      readItems([
        { type, id: 'a' },
        { role: 'user', content: 'a' },
      ]),
    ).toEqual([{ role: 'user', content: 'a' }]);
  });

  it('input_video of OpenRouter as a file', () => {
    const parts = [{ type: 'input_video', video_url: VIDEO }];
    expect(readItems([{ role: 'user', content: parts }])).toMatchObject([
      { content: [{ type: 'file', file: { file_data: VIDEO } }] },
    ]);
  });

  it.each(Object.values(INPUT_PARTS))('$type of every role, and as the output of every tool', (part) => {
    for (const role of ['user', 'system', 'developer', 'assistant'] satisfies EasyInputMessage['role'][]) {
      const turns = readItems([{ role, content: [part], phase: null }]);
      const shown = JSON.stringify(turns);
      expect(shown).toContain(part.type === 'input_text' ? '"a"' : ';base64,');
    }
    for (const kind of ['function_call', 'custom_tool_call']) {
      const called = { type: kind, call_id: 'c', name: 'look', arguments: '{}', input: '' };
      const output = { type: `${kind}_output`, call_id: 'c', output: [part], id: null, status: null };
      const turns = readItems([called, output]);
      expect(turns[1]).toMatchObject({ role: 'tool', tool_call_id: 'c' });
      if (part.type !== 'input_text') expect(turns[2]).toMatchObject({ role: 'user', content: [{}] });
      expect(readItems([called, { ...output, output: [] }])[1]).toMatchObject({ role: 'tool', content: '' });
    }
  });

  it.each(Object.values(OUTPUT_PARTS))('$type from a model', (part) => {
    const said = { type: 'message', role: 'assistant', id: 'msg_1', status: 'completed', content: [part] };
    expect(readItems([said])).toMatchObject([{ role: 'assistant' }]);
  });
});

type Block = PartOf<MessageParam['content']>;
type ResultBlock = PartOf<ToolResultBlockParam['content']>;
const marks = { cache_control: null };
const text = { type: 'text', text: 'a', citations: null, ...marks } as const;
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } } as const;
const found = { type: 'search_result', source: 'https://a.example', title: 'A', content: [text] } as const;
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } as const;
const document = { type: 'document', source: pdf, title: null, context: null, citations: null } as const;
const used = { type: 'tool_use', id: 't', name: 'look', input: {} } as const;
const RESULT_BLOCKS: EachOf<ResultBlock> = {
  text,
  image: { ...image, ...marks },
  search_result: { ...found, content: [text], citations: { enabled: true } },
  document: { ...document, ...marks },
  tool_reference: { type: 'tool_reference', tool_name: 'look', ...marks },
  browser_state: { type: 'browser_state', tabs: [], state_changes: null },
};
const SOURCES: Partial<EachOf<Extract<Block, { type: 'document' }>['source']>> = {
  base64: pdf,
  text: { type: 'text', media_type: 'text/plain', data: 'a' },
  content: { type: 'content', content: [text, image] },
};
/** Blocks of tools that the provider runs: any content will do, since it is not read. */
const HOSTED: Record<
  Exclude<Block['type'], ResultBlock['type'] | 'tool_use' | 'tool_result' | 'thinking' | 'redacted_thinking'>,
  object
> = {
  server_tool_use: { id: 's', name: 'web_search', input: {} },
  web_search_tool_result: { tool_use_id: 's', content: [] },
  web_fetch_tool_result: { tool_use_id: 's', content: {} },
  code_execution_tool_result: { tool_use_id: 's', content: {} },
  bash_code_execution_tool_result: { tool_use_id: 's', content: {} },
  text_editor_code_execution_tool_result: { tool_use_id: 's', content: {} },
  tool_search_tool_result: { tool_use_id: 's', content: {} },
  container_upload: { file_id: 'f' },
};

const readMessages = (messages: unknown[]) =>
  toChatRequest(messageRequest.parse({ model: 'm', max_tokens: 9, messages })).body;
const asked = { role: 'user', content: 'Hi' };

describe('messages accept', () => {
  it.each(Object.values(RESULT_BLOCKS))('$type as the result of a tool', (block) => {
    const result = { type: 'tool_result', tool_use_id: 't', content: [block], is_error: false, ...marks };
    const { messages } = readMessages([
      asked,
      { role: 'assistant', content: [used] },
      { role: 'user', content: [result] },
    ]);
    expect(messages[2]).toMatchObject({ role: 'tool', tool_call_id: 't' });
    const isMedia = block.type === 'image' || block.type === 'document';
    expect(messages).toHaveLength(isMedia ? 4 : 3);
    expect((messages[2] as { content: unknown }).content).not.toBe('');
  });

  it.each([[[]], [undefined], [null], ['']])('an empty tool result: %j', (content) => {
    const result = { type: 'tool_result', tool_use_id: 't', content };
    const { messages } = readMessages([asked, { role: 'user', content: [result] }]);
    expect(messages[1]).toMatchObject({ role: 'tool', content: '' });
  });

  it.each(Object.values(SOURCES))('a document of $type', (source) => {
    const { messages } = readMessages([{ role: 'user', content: [{ ...document, source }, text] }]);
    expect(messages).toMatchObject([{ role: 'user' }]);
  });

  it.each(['image', 'document', 'search_result'] as const)('%s from either role', (type) => {
    for (const role of ['user', 'assistant']) {
      const { messages } = readMessages([asked, { role, content: [RESULT_BLOCKS[type], text] }]);
      expect(JSON.stringify(messages)).toMatch(/base64|a\.example/);
    }
  });

  it.each(Object.entries(HOSTED))(
    '%s from a conversation with another API, and list it as ignored',
    (type, block) => {
      const body = readMessages([asked, { role: 'assistant', content: [{ type, ...block }, text] }]);
      expect(body.messages[1]).toMatchObject({ role: 'assistant', content: 'a' });
      expect(body).toMatchObject({ [type]: true });
    },
  );

  it('requested citations, and list them as ignored', () => {
    const content = [{ ...document, citations: { enabled: true } }];
    expect(readMessages([{ role: 'user', content }])).toMatchObject({ citations: true });
    expect(readMessages([{ role: 'user', content: [document] }])).not.toHaveProperty('citations');
  });
});
