import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

// A model that ends its turn without text has answered: in each dialect, unstreamed and streamed, by official
// clients.
useEngine();
const api = useApi();

const CREDIT = 10_000_000n;
let owner: Awaited<ReturnType<typeof createKey>>;
let openai: OpenAI;
let anthropic: Anthropic;
beforeEach(async () => {
  owner = await createKey({ creditMicro: CREDIT });
  await createModel({
    id: 'sandbox/messages',
    endpoint: 'anthropic',
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });
  openai = new OpenAI({ apiKey: owner.value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: owner.value, baseURL: `${api.origin()}/api`, maxRetries: 0 });
});

const spent = async () => CREDIT - (await readBalance(AUTOCOMMIT, owner.userId)).balanceMicro;

/** An empty turn as seen by a client: its text, the reason of its end, and the tokens of its prompt. */
interface Seen {
  words: string;
  reason: string | null | undefined;
  input: number | undefined;
}
type Ask = (content: string) => Promise<Seen>;

const CALLS: Record<string, Ask> = {
  'chat completion': async (content) => {
    const answer = await openai.chat.completions.create({
      model: TEST_MODEL,
      messages: [{ role: 'user', content }],
    });
    const { message, finish_reason } = answer.choices[0]!;
    return { words: message.content ?? '', reason: finish_reason, input: answer.usage?.prompt_tokens };
  },
  'streamed chat completion': async (content) => {
    const answer = await openai.chat.completions
      .stream({
        model: TEST_MODEL,
        messages: [{ role: 'user', content }],
        stream_options: { include_usage: true },
      })
      .finalChatCompletion();
    const { message, finish_reason } = answer.choices[0]!;
    return { words: message.content ?? '', reason: finish_reason, input: answer.usage?.prompt_tokens };
  },
  response: async (input) => {
    const answer = await openai.responses.create({ model: TEST_MODEL, input });
    const reason = answer.incomplete_details?.reason ?? answer.status;
    return { words: answer.output_text, reason, input: answer.usage?.input_tokens };
  },
  'streamed response': async (input) => {
    const answer = await openai.responses.stream({ model: TEST_MODEL, input }).finalResponse();
    const reason = answer.incomplete_details?.reason ?? answer.status;
    return { words: answer.output_text, reason, input: answer.usage?.input_tokens };
  },
  message: async (content) => {
    const answer = await anthropic.messages.create(messageOf(content));
    return seenIn(answer);
  },
  'streamed message': async (content) => {
    return seenIn(await anthropic.messages.stream(messageOf(content)).finalMessage());
  },
};

const messageOf = (content: string) => ({
  model: TEST_MODEL,
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});
const seenIn = ({ content, stop_reason, usage }: Anthropic.Message): Seen => ({
  words: content.flatMap((block) => (block.type === 'text' ? block.text : [])).join(''),
  reason: stop_reason,
  input: usage.input_tokens,
});

/** The end reason in each dialect. */
const REASONS: Record<string, [completion: string, response: string, message: string]> = {
  stop: ['stop', 'completed', 'end_turn'],
  length: ['length', 'max_output_tokens', 'max_tokens'],
  content_filter: ['content_filter', 'content_filter', 'refusal'],
};

describe.each(Object.entries(CALLS))('an empty %s', (name, ask) => {
  it.each(Object.keys(REASONS))(
    'that ends by %s is a normal answer, and its prompt is charged',
    async (finish) => {
      const seen = await ask(`Hi [[sandbox: fault=empty finish=${finish}]]`);
      const [completion, response, message] = REASONS[finish]!;
      const reason = name.includes('completion')
        ? completion
        : name.includes('response')
          ? response
          : message;
      expect(seen).toMatchObject({ words: '', reason });
      expect(seen.input).toBeGreaterThan(0);
      // A prompt token costs a micro-dollar.
      expect(await spent()).toBe(BigInt(seen.input!));
    },
  );
});

it('is a normal answer right after the result of a tool, of a maker that signs', async () => {
  const tool = { name: 'weather', input_schema: { type: 'object' as const } };
  const asked = { ...messageOf('Rome [[sandbox: tool=weather]]'), model: 'sandbox/messages', tools: [tool] };
  const call = await anthropic.messages.create(asked);
  const before = await spent();
  const block = call.content.find(({ type }) => type === 'tool_use') as Anthropic.ToolUseBlock;
  const result = {
    type: 'tool_result' as const,
    tool_use_id: block.id,
    content: 'It rains.',
  };
  const answer = await anthropic.messages.create({
    ...asked,
    messages: [
      { role: 'user', content: 'Rome [[sandbox: fault=empty]]' },
      { role: 'assistant', content: call.content },
      { role: 'user', content: [result] },
    ],
  });
  expect(answer).toMatchObject({ content: [], stop_reason: 'end_turn' });
  expect(await spent()).toBe(before + BigInt(answer.usage.input_tokens));
});
