import { describe, expect, it } from 'vitest';
import { messageOf, outline } from '#tests/fixtures/import-outline.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { librechat } from './librechat.ts';
import { openWebUi } from './open-webui.ts';
import { parlance } from './parlance.ts';
import { fenced, timeOf, type JsonObject, type Source } from './source.ts';

const ZEROS = '00000000-0000-0000-0000-000000000000';

describe('Claude', () => {
  const value = {
    uuid: 'c-2',
    name: 'Tides',
    created_at: '2026-01-02T03:04:05.678901Z',
    updated_at: '2026-01-02T04:00:00Z',
    chat_messages: [
      {
        uuid: 'm-1',
        sender: 'human',
        text: 'Why?',
        content: [{ type: 'text', text: 'Why?' }],
        created_at: '2026-01-02T03:04:06Z',
        attachments: [{ file_name: 'notes.txt', extracted_content: 'The ``` moon' }],
        files: [{ file_name: 'sea.PNG' }],
      },
      {
        uuid: 'm-2',
        sender: 'assistant',
        text: 'The moon.',
        content: [
          { type: 'thinking', thinking: 'Gravity.' },
          { type: 'tool_use', name: 'search' },
          { type: 'text', text: 'The moon.' },
        ],
        created_at: '2026-01-02T03:04:09Z',
        attachments: [],
        files: [],
      },
    ],
  };

  it('puts older messages in their order, with the text of attachments', () => {
    const read = claude.read(value);
    expect(outline(read)).toEqual([
      ['m-1', null, 'user', 'Why?\n\nnotes.txt\n\n````\nThe ``` moon\n````'],
      ['m-2', 'm-1', 'reply', 'The moon.'],
    ]);
    expect(messageOf(read, 'm-1')?.notes).toEqual(['image']);
    expect(messageOf(read, 'm-2')?.thinking).toBe('Gravity.');
    expect(read.createdAt).toBe(Date.parse('2026-01-02T03:04:05.678Z'));
  });

  it('follows the parents of newer messages', () => {
    const [first, second] = value.chat_messages;
    const read = claude.read({
      ...value,
      current_leaf_message_uuid: 'm-2',
      chat_messages: [
        { ...first, parent_message_uuid: '00000000-0000-4000-8000-000000000000' },
        { ...second, uuid: 'm-3', parent_message_uuid: 'm-1' },
        { ...second, parent_message_uuid: 'm-1' },
      ],
    });
    expect(read.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['m-1', null],
      ['m-3', 'm-1'],
      ['m-2', 'm-1'],
    ]);
    expect(read.leafId).toBe('m-2');
  });
});

describe('LibreChat and our own files', () => {
  const question = {
    messageId: 'm-1',
    parentMessageId: ZEROS,
    sender: 'User',
    text: 'Hello',
    isCreatedByUser: true,
    createdAt: '2024-05-28T18:08:55.014Z',
  };
  const answer = {
    messageId: 'm-2',
    parentMessageId: 'm-1',
    sender: 'GPT-4',
    model: 'gpt-4o',
    isCreatedByUser: false,
    text: '',
    content: [
      { type: 'think', think: 'A greeting.' },
      { type: 'text', text: { value: 'Hi' } },
    ],
    createdAt: '2024-05-28T18:08:56Z',
  };
  const failed = { ...answer, messageId: 'm-3', error: true, text: 'Overloaded', content: undefined };
  const facts = {
    conversationId: 'c-3',
    title: 'Greeting',
    endpoint: 'azureOpenAI',
    options: { model: 'gpt-4o' },
  };
  const outlined = [
    ['m-1', null, 'user', 'Hello'],
    ['m-2', 'm-1', 'reply', 'Hi'],
    ['m-3', 'm-1', 'failed'],
  ];

  it('reads messages in sequence and nested ones alike', () => {
    const sequential = librechat.read({ ...facts, recursive: false, messages: [question, answer, failed] });
    const nested = librechat.read({
      ...facts,
      recursive: true,
      messages: [{ ...question, children: [{ ...answer, children: [] }, failed] }],
    });
    expect(outline(sequential)).toEqual(outlined);
    expect(outline(nested)).toEqual(outlined);
    expect(nested).toMatchObject({ endpoint: 'azureOpenAI', model: 'gpt-4o' });
    expect(messageOf(nested, 'm-2')).toMatchObject({ thinking: 'A greeting.', sender: 'GPT-4' });
  });

  it('reads a nesting of 10,000 messages without recursion', () => {
    let message: JsonObject = { ...question, messageId: 'm-10000' };
    for (let at = 9_999; at > 0; at -= 1)
      message = { ...question, messageId: `m-${at}`, children: [message] };
    const { nodes } = librechat.read({ ...facts, messagesTree: [message] });
    expect(nodes.at(-1)).toMatchObject({ id: 'm-10000', parentId: 'm-9999' });
  });

  it('reads our own files with the state of their messages', () => {
    const own = {
      format: 'parlance-conversation',
      version: 1,
      conversationId: 'c-4',
      title: 'Ours',
      leafMessageId: 'm-2',
      messages: [
        { ...question, isEdited: true, files: [{ type: 'image/png' }] },
        { ...answer, text: 'Hi', thinking: 'Hm', finish_reason: 'length', unfinished: true, cancelled: true },
      ],
    };
    const read = parlance.read(own);
    expect(parlance.recognizes(own)).toBe(true);
    expect(messageOf(read, 'm-1')).toMatchObject({ isEdited: true, notes: ['image'] });
    expect(messageOf(read, 'm-2')).toMatchObject({
      thinking: 'Hm',
      finishReason: 'length',
      isUnfinished: true,
      isCancelled: true,
    });
    expect(read.leafId).toBe('m-2');
  });
});

describe('Open WebUI', () => {
  it('reads the history and splits thoughts and tools from answers', () => {
    const read = openWebUi.read({
      id: 'c-5',
      title: 'Sums',
      created_at: 1_700_000_000,
      updated_at: 1_700_000_010,
      chat: {
        models: ['deepseek-r1'],
        history: {
          currentId: 'a',
          messages: {
            q: { id: 'q', parentId: null, role: 'user', content: '15 * 17?', timestamp: 1_700_000_000 },
            a: {
              id: 'a',
              parentId: 'q',
              role: 'assistant',
              model: 'deepseek-r1',
              content:
                '<details type="reasoning" done="true">\n<summary>Thought for 3 seconds</summary>\n> Step\n> by step\n</details>\n' +
                '<details type="tool_calls"><summary>Tool Executed</summary>1</details>\n255',
              files: [{ type: 'image', url: 'data:image/png;base64,AA' }],
              timestamp: 1_700_000_010,
            },
          },
        },
      },
    });
    expect(outline(read)).toEqual([
      ['q', null, 'user', '15 * 17?'],
      ['a', 'q', 'reply', '255'],
    ]);
    expect(messageOf(read, 'a')).toMatchObject({ thinking: 'Step\nby step', notes: ['image'] });
    expect(read).toMatchObject({ createdAt: 1_700_000_000_000, leafId: 'a', model: 'deepseek-r1' });
  });
});

it.each([chatgpt, claude, librechat, openWebUi, parlance])(
  '$name reads values of every wrong type',
  (source: Source) => {
    const wrong = [null, 1, true, 'x', [], [[]], {}, { a: { b: 'c' } }, [null, 1, {}, 'x']];
    const fields =
      'mapping chat_messages messages messagesTree conversationId title name chat created_at create_time options leafMessageId';
    for (const field of fields.split(' '))
      for (const value of wrong)
        expect(() =>
          source.read({
            conversationId: 'c',
            mapping: { a: value, b: { message: value, parent: value } },
            chat_messages: [
              { content: value, attachments: value, files: value, uuid: value, created_at: value },
            ],
            messages: [{ content: value, children: value, files: value, messageId: value, text: value }],
            chat: { history: { messages: { a: value, b: { role: 'user', content: value, files: value } } } },
            [field]: value,
          }),
        ).not.toThrow();
  },
);

it.each([
  [1_756_000_000.5, 1_756_000_000_500],
  [1_756_000_000_500, 1_756_000_000_500],
  ['2026-01-02T03:04:05.678901Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ['08:12:16 GMT-0400', null],
  [-5, null],
  [1e300, null],
  [null, null],
])('the time of %j is %j', (value, time) => {
  expect(timeOf(value)).toBe(time);
});

it('fences code with more backticks than it has', () => {
  expect(fenced('a ```` b', 'ts')).toBe('`````ts\na ```` b\n`````');
  expect(fenced('a', '"><script>')).toBe('```\na\n```');
});
