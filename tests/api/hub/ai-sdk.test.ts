import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateObject, generateText, stepCountIs, streamObject, streamText, tool } from 'ai';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';
import { PIXEL } from '#tests/fixtures/pixel.ts';

const engine = useEngine();
const api = useApi();

const SEEING = 'sandbox/seeing';

let model: ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
beforeEach(async () => {
  await createModel({ id: SEEING, supports: ['text-to-text', 'image-to-text'] });
  const { value } = await createKey();
  const hub = createOpenAICompatible({
    name: 'hub',
    apiKey: value,
    baseURL: `${api.origin()}/api/v1`,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  model = hub.chatModel(SEEING);
});

const Place = z.object({ city: z.string(), days: z.int().min(3) });

/** A tool, and its calls. */
function weatherTool() {
  const asked: unknown[] = [];
  const weather = tool({
    description: 'The weather of the next days.',
    inputSchema: Place,
    execute: async (place) => {
      asked.push(place);
      return { sky: 'rain' };
    },
  });
  return { asked, tools: { weather } };
}

describe('the AI SDK', () => {
  it('gets a text with its reasoning and its usage', async () => {
    const answer = await generateText({
      model,
      prompt: '[[sandbox: text="Grüß dich 🚣" thinking="Let me see"]]',
    });
    expect(answer.text).toBe('Grüß dich 🚣');
    expect(answer.reasoningText).toBe('Let me see');
    expect(answer.finishReason).toBe('stop');
    expect(answer.usage.outputTokenDetails.reasoningTokens).toBe(3);
    expect(answer.usage.totalTokens).toBe((answer.usage.inputTokens ?? 0) + (answer.usage.outputTokens ?? 0));
  });

  it('reads a stream, with its usage at the end', async () => {
    const answer = streamText({ model, prompt: '[[sandbox: length=30]]' });
    let text = '';
    for await (const piece of answer.textStream) text += piece;
    expect(text).toBe(await answer.text);
    expect(await answer.finishReason).toBe('stop');
    expect((await answer.usage).outputTokens).toBe(30);
  });

  it('calls a tool and returns the answer that follows', async () => {
    const { asked, tools } = weatherTool();
    const prompt = 'Rome [[sandbox: tool=weather]]';
    const answer = await generateText({ model, prompt, tools, stopWhen: stepCountIs(3) });
    expect(asked).toEqual([{ city: 'Rome', days: 3 }]);
    expect(answer.steps).toHaveLength(2);
    expect(answer.text).toBe('weather says: {"sky":"rain"}');
  });

  it('calls two tools in one stream', async () => {
    const { asked, tools } = weatherTool();
    const prompt = 'Rome [[sandbox: calls=2]]';
    const answer = streamText({ model, prompt, tools, stopWhen: stepCountIs(3) });
    const parts: string[] = [];
    for await (const part of answer.fullStream) parts.push(part.type);
    expect(parts.filter((type) => type === 'tool-result')).toHaveLength(2);
    expect(parts).not.toContain('error');
    expect(asked).toHaveLength(2);
    expect(await answer.text).toContain('weather says');
  });

  it('gets an object for its schema, unstreamed and streamed', async () => {
    const given = { model, schema: Place, prompt: 'Along the Danube' };
    const { object } = await generateObject(given);
    expect(Place.parse(object)).toEqual(object);
    const streamed = streamObject(given);
    const drafts: unknown[] = [];
    for await (const draft of streamed.partialObjectStream) drafts.push(draft);
    expect(drafts.at(-1)).toEqual(object);
    expect(await streamed.object).toEqual(object);
  });

  it('sends an image, which is counted', async () => {
    const image = Buffer.from(PIXEL, 'base64');
    const content = [
      { type: 'text' as const, text: '[[sandbox: text="A dot"]]' },
      { type: 'image' as const, image, mediaType: 'image/png' },
    ];
    const answer = await generateText({ model, messages: [{ role: 'user', content }] });
    expect(answer.text).toBe('A dot');
    expect(answer.usage.inputTokens).toBeGreaterThan(255);
  });

  it('throws the refusal of a provider, and does not retry it', async () => {
    const refused: unknown = await generateText({ model, prompt: '[[sandbox: fault=400]]' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(APICallError);
    expect(refused).toMatchObject({ statusCode: 400, isRetryable: false });
    expect(engine.sandbox().requests()).toHaveLength(1);
  });

  it('stops the run of a stream that it leaves', async () => {
    const leaving = new AbortController();
    const answer = streamText({
      model,
      prompt: '[[sandbox: length=60 gate=held hold=20]]',
      abortSignal: leaving.signal,
    });
    for await (const part of answer.fullStream) if (part.type === 'text-delta') leaving.abort();
    await expect.poll(() => engine.sandbox().requests()[0]?.closedAt).toBeTruthy();
  });
});
