import { describe, expect, it } from 'vitest';
import type { PromptMessage } from '#app/contracts/completion.ts';
import type { ProviderEvent } from '../contract.ts';
import { AnswerReader } from './events.ts';
import { toConversation } from './messages.ts';

function read(parts: object[], options: { isSingle?: boolean } = {}): ProviderEvent[] {
  const reader = new AnswerReader({ secrets: [], textTools: new Set(['note']), ...options });
  const said: ProviderEvent[] = [];
  reader.read(JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] }), said);
  return said;
}

const deltas = (said: readonly ProviderEvent[]) =>
  said.flatMap((event) => (event.type === 'delta' ? event.delta : []));
const detailsIn = (said: readonly ProviderEvent[]) =>
  deltas(said).flatMap(({ reasoning_details: details = [] }) => details);
const callsIn = (said: readonly ProviderEvent[]) =>
  deltas(said).flatMap(({ tool_calls: calls = [] }) => calls);

/** The parts that a turn becomes when a client sends it back. */
function partsOf(turn: object) {
  const messages = [{ role: 'user', content: 'Hi' }, turn, { role: 'user', content: 'So?' }];
  return toConversation(messages as PromptMessage[], { wantsSignatures: true }).contents[1]?.parts;
}

describe('signatures', () => {
  it('of calls are returned with the calls’ ids, and sent back on the same calls', () => {
    const said = read([
      { functionCall: { id: 'a', name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'b', name: 'note', args: { input: 'Grüße' } } },
    ]);
    const details = detailsIn(said);
    expect(details).toEqual([
      { type: 'reasoning.encrypted', data: 'c2ln', format: 'google-gemini-v1', index: 0, id: 'a' },
    ]);
    const calls = callsIn(said);
    expect(calls).toMatchObject([
      { index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
      { index: 1, id: 'b', type: 'custom', custom: { name: 'note', input: 'Grüße' } },
    ]);
    const turn = { role: 'assistant', content: null, tool_calls: calls, reasoning_details: details };
    expect(partsOf(turn)).toEqual([
      { functionCall: { id: 'a', name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'b', name: 'note', args: { input: 'Grüße' } } },
    ]);
  });

  it('of text are sent back on its last piece, or on an empty one', () => {
    const details = detailsIn(read([{ text: 'Blue.' }, { text: '', thoughtSignature: 'd29yZHM=' }]));
    expect(details).toEqual([
      { type: 'reasoning.encrypted', data: 'd29yZHM=', format: 'google-gemini-v1', index: 0 },
    ]);
    const turn = { role: 'assistant', content: 'Blue.', reasoning_details: details };
    expect(partsOf(turn)).toEqual([{ text: 'Blue.', thoughtSignature: 'd29yZHM=' }]);
    expect(partsOf({ ...turn, content: '' })).toEqual([{ text: '', thoughtSignature: 'd29yZHM=' }]);
  });

  it('of other makers, and invalid ones, are not sent', () => {
    const detail = { type: 'reasoning.encrypted', data: 'c2ln' };
    const details = [
      { ...detail, format: 'anthropic-claude-v1' },
      { ...detail, format: 'google-gemini-v1', data: null },
      { ...detail, format: 'google-gemini-v1', type: 'reasoning.text' },
      null,
    ];
    const turn = { role: 'assistant', content: 'Blue.', reasoning_details: details };
    expect(partsOf(turn)).toEqual([{ text: 'Blue.' }]);
  });
});

it('drops parallel calls with their signatures if only one call at a time is wanted', () => {
  const said = read(
    [
      { functionCall: { id: 'a', name: 'one', args: {} } },
      { functionCall: { id: 'b', name: 'two', args: {} }, thoughtSignature: 'c2ln' },
    ],
    { isSingle: true },
  );
  expect(callsIn(said).map(({ id }) => id)).toEqual(['a']);
  expect(detailsIn(said)).toEqual([]);
});
