import { describe, expect, it } from 'vitest';
import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import { responsesRequest } from '#app/contracts/openai/responses/request.ts';
import { toMessages } from './chat-messages.ts';
import { packThoughts } from './reasoning-item.ts';

/** Items as a caller sends them. */
const items = (input: unknown): PlainItem[] => responsesRequest.parse({ input }).input as PlainItem[];
const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'look', arguments: '{}' });
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'seen' });
const answer = (content: string) => ({ role: 'assistant', content });

describe('items as messages', () => {
  it('turns a text into a user message, after the instructions', () => {
    expect(toMessages('Be brief.', items('Hello'))).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ]);
    expect(toMessages(undefined, items('Hello'))).toHaveLength(1);
  });

  it('joins the calls of one turn in one message, and splits those of several turns', () => {
    expect(toMessages(undefined, items([call('a'), call('b'), output('a'), output('b')]))).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a' },
      { role: 'tool', tool_call_id: 'b' },
    ]);
    expect(
      toMessages(undefined, items([call('a'), output('a'), call('b'), output('b')])).map(({ role }) => role),
    ).toEqual(['assistant', 'tool', 'assistant', 'tool']);
  });

  it('keeps two answers apart, and joins text after a call with that call', () => {
    expect(toMessages(undefined, items([answer('one'), answer('two')]))).toMatchObject([
      { content: 'one' },
      { content: 'two' },
    ]);
    const parts = [{ text: 'one' }, { text: 'two' }];
    expect(
      toMessages(undefined, items([answer('one'), call('a'), answer('two'), output('a')])),
    ).toMatchObject([{ content: parts, tool_calls: [{ id: 'a' }] }, { role: 'tool' }]);
  });

  it('adds thoughts to the message that they led to, and drops thoughts without one', () => {
    const detail = {
      index: 0,
      format: 'anthropic-claude-v1',
      type: 'reasoning.encrypted',
      data: 'x',
    } as const;
    const reasoning = {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: packThoughts([detail]),
    };
    expect(toMessages(undefined, items([reasoning, call('a'), output('a')]))[0]).toMatchObject({
      reasoning_content: 'Hm.',
      reasoning_details: [detail],
      tool_calls: [{ id: 'a' }],
    });
    expect(toMessages(undefined, items([reasoning, { role: 'user', content: 'Hello' }]))).toEqual([
      { role: 'user', content: 'Hello' },
    ]);
  });

  it.each(['gAAAAA of another maker', 'par1.', 'par1.bm8ganNvbg', `par1.${'A'.repeat(10)}`])(
    'skips encrypted thoughts that this server did not pack: %s',
    (encrypted_content) => {
      const reasoning = { type: 'reasoning', summary: [], encrypted_content };
      expect(toMessages(undefined, items([reasoning, answer('one')]))).toEqual([
        { role: 'assistant', content: 'one' },
      ]);
    },
  );

  it('shows hosted tools as text, each call before its output, after the results of functions', () => {
    const shell = {
      type: 'local_shell_call',
      id: 'l',
      call_id: 's',
      status: 'completed',
      action: { command: ['ls'] },
    };
    const shown = { type: 'local_shell_call_output', id: 'o', call_id: 's', output: 'a.txt' };
    const search = { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'rivers' } };
    const image = { type: 'image_generation_call', id: 'i', status: 'completed', result: 'AAAA' };
    expect(
      toMessages(undefined, items([search, call('a'), shell, shown, output('a'), image, answer('Done')])),
    ).toMatchObject([
      {
        role: 'assistant',
        content: [
          { text: '[web_search_call] {"action":{"query":"rivers"}}' },
          { text: '[local_shell_call] {"action":{"command":["ls"]}}' },
        ],
        tool_calls: [{ id: 'a' }],
      },
      { role: 'tool', tool_call_id: 'a' },
      { role: 'user', content: '[local_shell_call_output] a.txt' },
      { role: 'assistant', content: 'Done' },
    ]);
  });
});
