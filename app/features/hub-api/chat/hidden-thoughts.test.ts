import { expect, it } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { chunksOf } from '#tests/fixtures/stream-call.ts';
import { CompletionBuilder, CompletionChunks } from './completion.ts';

const detail = { index: 0, format: 'anthropic-claude-v1', type: 'reasoning.encrypted', data: 'x' } as const;
const entries: LogEntry[] = [
  { type: 'thinking', at: 0, text: 'Hm' },
  { type: 'delta', choice: 0, delta: { reasoning_details: [detail] } },
  { type: 'text', at: 0, text: 'Yes' },
];
const end = { type: 'end', state: 'done', finishReason: 'stop', costMicro: '0' } as unknown as ReplyEnd;
const facts = { id: 'a', created: 1, model: 'm', provider: 'p' };

it.each([true, false])('includes thoughts in an answer unless they are hidden: %s', (hidesThoughts) => {
  const chunks = new CompletionChunks({ ...facts, choices: 1, includeUsage: false, hidesThoughts });
  const streamed = entries.map((entry) => chunks.piece(entry)).join('');
  expect(chunksOf(streamed)).toHaveLength(hidesThoughts ? 1 : 3);
  const builder = new CompletionBuilder(hidesThoughts);
  for (const entry of entries) builder.add(entry);
  const [choice] = builder.build(facts, end).choices;
  expect(choice?.message.content).toBe('Yes');
  for (const shown of [streamed, JSON.stringify(choice)])
    expect(shown.includes('reasoning')).toBe(!hidesThoughts);
});
