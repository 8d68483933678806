import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

// Calls and their results over the Gemini wire, which signs the calls and refuses them if they come back
// without.
const engine = useEngine();
const api = useApi();

const MODEL = 'sandbox/generate-thinking';
const tools = ['weather', 'clock'].map((name) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object' } },
}));

let client: OpenAI;
beforeEach(async () => {
  const offers = [{ provider: 'sandbox-generate', upstreamModel: 'gemini-3.8-flash-sandbox' }];
  await createModel({ id: MODEL, endpoint: 'google', offers });
  const { value } = await createKey();
  client = new OpenAI({ apiKey: value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
});

const ask = (messages: ChatCompletionMessageParam[]) =>
  client.chat.completions.create({ model: MODEL, messages, tools });
const question: ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Rome [[sandbox: thinking="Let me see" tool=weather,clock]]' },
];
const resultsOf = ({ tool_calls: calls = [] }: OpenAI.ChatCompletionMessage) =>
  calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'It rains.' }));
/** The parts of the model’s turn, as the provider got it back. */
const modelParts = () => {
  const { body } = engine.sandbox().requests().at(-1)!;
  return (body as { contents: { parts: { thoughtSignature?: string }[] }[] }).contents[1]!.parts;
};

type Signed = OpenAI.ChatCompletionMessage & { reasoning_details: { id: string; data: string }[] };

async function firstAnswer(): Promise<Signed> {
  return (await ask(question)).choices[0]!.message as Signed;
}

describe('a client that answers the calls of a model with Google’s wire', () => {
  it('returns the signature with the calls, and gets the answer', async () => {
    const message = await firstAnswer();
    expect(message).toMatchObject({
      reasoning_content: 'Let me see',
      reasoning_details: [
        { type: 'reasoning.encrypted', format: 'google-gemini-v1', id: message.tool_calls![0]!.id, index: 0 },
      ],
      tool_calls: [{ function: { name: 'weather' } }, { function: { name: 'clock' } }],
    });
    const answer = await ask([...question, message, ...resultsOf(message)]);
    expect(answer.choices[0]?.message.content).toContain('weather says: It rains.');
    expect(modelParts()).toMatchObject([
      { functionCall: { name: 'weather' }, thoughtSignature: message.reasoning_details[0]!.data },
      { functionCall: { name: 'clock' } },
    ]);
  });

  it('may lose it, as most clients do', async () => {
    const message = await firstAnswer();
    const { tool_calls: calls = [] } = message;
    const answer = await ask([
      ...question,
      { role: 'assistant', content: null, tool_calls: calls },
      ...resultsOf(message),
    ]);
    expect(answer.choices[0]?.message.content).toContain('weather says: It rains.');
    expect(modelParts()[0]?.thoughtSignature).toBe('skip_thought_signature_validator');
  });

  it('gets an error from the maker if it has changed it', async () => {
    const message = await firstAnswer();
    const [detail] = message.reasoning_details;
    const changed = { ...message, reasoning_details: [{ ...detail, data: 'b3RoZXI=' }] };
    await expect(ask([...question, changed, ...resultsOf(message)])).rejects.toMatchObject({
      status: 400,
      code: 'provider_rejected',
    });
  });

  it('sends the signature of text back with it', async () => {
    const said: ChatCompletionMessageParam = { role: 'user', content: 'Hi [[sandbox: text="Blue."]]' };
    const { message } = (await ask([said])).choices[0]!;
    expect((message as Signed).reasoning_details).toMatchObject([{ format: 'google-gemini-v1' }]);
    const answer = await ask([said, message, { role: 'user', content: 'So? [[sandbox: text="Yes."]]' }]);
    expect(answer.choices[0]?.message.content).toBe('Yes.');
    expect(modelParts()).toMatchObject([{ text: 'Blue.', thoughtSignature: expect.any(String) }]);
  });
});
