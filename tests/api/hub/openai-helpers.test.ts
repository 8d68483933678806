import OpenAI from 'openai';
import { zodFunction, zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// OpenAI's own client with our answers: its helpers are stricter than any parser.
const engine = useEngine();
const api = useApi();

let client: OpenAI;
beforeEach(async () => {
  const { value } = await createKey();
  client = new OpenAI({ apiKey: value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

const ask = (content: string) => ({ model: TEST_MODEL, messages: [{ role: 'user' as const, content }] });
const functionTool = (name: string): ChatCompletionTool => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
});
const Place = z.object({ city: z.string(), days: z.int().min(3), by: z.enum(['train', 'boat']) });

describe("the helpers of OpenAI's official client", () => {
  it('lists the models and finds one by its name with a slash', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toContain(TEST_MODEL);
    expect(await client.models.retrieve(TEST_MODEL)).toMatchObject({ id: TEST_MODEL, object: 'model' });
  });

  it.each([true, false])(
    'return several choices with their probabilities (streamed: %s)',
    async (isStreamed) => {
      const params = { ...ask('[[sandbox: text="one two"]]'), n: 3, logprobs: true, top_logprobs: 2 };
      const completion = isStreamed
        ? await client.chat.completions.stream(params).finalChatCompletion()
        : await client.chat.completions.create(params);
      expect(completion.choices).toHaveLength(3);
      for (const [place, choice] of completion.choices.entries()) {
        expect(choice).toMatchObject({
          index: place,
          message: { content: 'one two' },
          finish_reason: 'stop',
        });
        const tokens = choice.logprobs?.content ?? [];
        expect(tokens.map(({ token }) => token).join('')).toBe('one two');
        expect(tokens.every(({ top_logprobs: top }) => top.length === 2)).toBe(true);
      }
    },
  );

  it('assemble the calls of a stream', async () => {
    const stream = client.chat.completions.stream({
      ...ask('[[sandbox: tool=weather,clock text="Wait."]]'),
      tools: [functionTool('weather'), functionTool('clock')],
    });
    const { message, finish_reason: reason } = (await stream.finalChatCompletion()).choices[0]!;
    expect(reason).toBe('tool_calls');
    expect(message.content).toBe('Wait.');
    const calls = message.tool_calls ?? [];
    expect(calls.map((call) => call.type === 'function' && call.function.name)).toEqual(['weather', 'clock']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    for (const call of calls) {
      expect(JSON.parse(call.type === 'function' ? call.function.arguments : '')).toHaveProperty('city');
    }
  });

  it.each([true, false])('run tools until there is an answer (streamed: %s)', async (isStreamed) => {
    const asked: string[] = [];
    const weather = zodFunction({
      name: 'weather',
      parameters: Place,
      function: ({ city, days }) => {
        asked.push(`${city} ${days}`);
        return 'It rains.';
      },
    });
    const params = { ...ask('Rome [[sandbox: tool=weather]]'), tools: [weather] };
    const runner = isStreamed
      ? client.chat.completions.runTools({ ...params, stream: true })
      : client.chat.completions.runTools(params);
    expect(await runner.finalContent()).toBe('weather says: It rains.');
    expect(asked).toEqual(['Rome 3']);
  });

  it('return an object of the requested schema', async () => {
    const params = { ...ask('A trip along the Danube'), response_format: zodResponseFormat(Place, 'place') };
    const parsed = (await client.chat.completions.parse(params)).choices[0]?.message.parsed;
    expect(Place.parse(parsed)).toEqual(parsed);
    const streamed = await client.chat.completions.stream(params).finalChatCompletion();
    expect(streamed.choices[0]?.message.parsed).toEqual(parsed);
  });

  it('recognize a refusal', async () => {
    const params = { ...ask('[[sandbox: refusal="I will not."]]') };
    const { message } = (await client.chat.completions.create(params)).choices[0]!;
    expect(message).toMatchObject({ content: null, refusal: 'I will not.' });
    const streamed = await client.chat.completions.stream(params).finalChatCompletion();
    expect(streamed.choices[0]?.message.refusal).toBe('I will not.');
  });

  it('report how the prompt was cached, and end at a stop sequence', async () => {
    const { choices, usage } = await client.chat.completions.create({
      ...ask('[[sandbox: text="one two three" cached=4 written=3]]'),
      stop: [' three'],
    });
    expect(choices[0]).toMatchObject({ message: { content: 'one two' }, finish_reason: 'stop' });
    expect(usage?.prompt_tokens_details).toMatchObject({ cached_tokens: 4, cache_write_tokens: 3 });
    const cut = await client.chat.completions.create({ ...ask('[[sandbox: length=9]]'), max_tokens: 4 });
    expect(cut).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 4 } });
  });

  it.each([true, false])(
    'handle calls of custom tools and their results (streamed: %s)',
    async (isStreamed) => {
      const messages: ChatCompletionMessageParam[] = [
        { role: 'user', content: 'Note this [[sandbox: tool=note]]' },
      ];
      const params = {
        model: TEST_MODEL,
        messages,
        tools: [{ type: 'custom' as const, custom: { name: 'note' } }],
      };
      const completion = isStreamed
        ? await collected(await client.chat.completions.create({ ...params, stream: true }))
        : (await client.chat.completions.create(params)).choices[0]!.message.tool_calls!;
      expect(completion).toMatchObject([{ type: 'custom', custom: { name: 'note', input: 'Note this' } }]);
      const id = completion[0]!.id;
      const answer = await client.chat.completions.create({
        ...params,
        messages: [
          ...messages,
          {
            role: 'assistant',
            tool_calls: [{ id, type: 'custom', custom: { name: 'note', input: 'Note this' } }],
          },
          { role: 'tool', tool_call_id: id, content: 'Noted.' },
        ],
      });
      expect(answer.choices[0]?.message.content).toBe('note says: Noted.');
    },
  );

  it('pass on all supported parameters of such a model, and report the ones without a price', async () => {
    const more = {
      seed: 7,
      logit_bias: { '50256': -100 },
      verbosity: 'low' as const,
      reasoning_effort: 'low' as const,
    };
    const priceless = {
      service_tier: 'flex' as const,
      prediction: { type: 'content' as const, content: 'one' },
    };
    const { response } = await client.chat.completions
      .create({ ...ask('[[sandbox: text="Hi"]]'), ...more, ...priceless })
      .withResponse();
    const body = engine.sandbox().requests().at(-1)?.body;
    expect(body).toMatchObject(more);
    for (const name of Object.keys(priceless)) expect(body).not.toHaveProperty(name);
    const named = response.headers.get('x-parlance-ignored-parameters')?.split(', ').toSorted();
    expect(named).toEqual(Object.keys(priceless).toSorted());
  });
});

interface CustomCall {
  id: string;
  type: string;
  custom: { name: string; input: string };
}

/** The client's stream types support functions only; a custom tool's pieces are in the same fields. */
async function collected(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<CustomCall[]> {
  const calls: CustomCall[] = [];
  for await (const chunk of stream) {
    for (const piece of chunk.choices[0]?.delta.tool_calls ?? []) {
      const { index, ...said } = piece as unknown as { index: number } & CustomCall;
      const call = (calls[index] ??= { ...said, custom: { name: said.custom.name, input: '' } });
      call.custom.input += said.custom.input;
    }
  }
  return calls;
}
