import {
  ApiError,
  FunctionCallingConfigMode,
  GoogleGenAI,
  type GenerateContentParameters,
} from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start-sandbox.ts';
import { countText } from '../tokens.ts';
import { OLDER_MODEL } from './rules.ts';

// Checks the sandbox's Gemini wire with Google's own client.
let sandbox: Sandbox;
let client: GoogleGenAI;

const clientOf = (apiKey: string) =>
  new GoogleGenAI({
    apiKey,
    httpOptions: { baseUrl: sandbox.url.replace('/v1', ''), apiVersion: 'v1beta' },
  });

beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
  client = clientOf('key');
});
afterAll(() => sandbox.close());

type Config = GenerateContentParameters['config'];

function asking(contents: GenerateContentParameters['contents'], config: Config = {}, model = 'sandbox-ok') {
  return { model, contents, config };
}

const tools = [
  {
    functionDeclarations: [
      {
        name: 'weather',
        parametersJsonSchema: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    ],
  },
];
/** An image of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function streamed(params: GenerateContentParameters) {
  const chunks = [];
  for await (const chunk of await client.models.generateContentStream(params)) chunks.push(chunk);
  return chunks;
}

describe('the official client', () => {
  it('reads a stream piece by piece, with the usage and the reason at its end', async () => {
    const chunks = await streamed(asking('Rivers [[sandbox: text="one two three four" chunk=1 split=3]]'));
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.map(({ text }) => text ?? '').join('')).toBe('one two three four');
    expect(chunks.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP', index: 0 }],
      usageMetadata: { candidatesTokenCount: 4, promptTokenCount: expect.any(Number) as number },
      modelVersion: 'sandbox-ok',
    });
  });

  it('separates thoughts from text, and counts them separately', async () => {
    const config = { thinkingConfig: { includeThoughts: true } };
    const chunks = await streamed(asking('[[sandbox: thinking="Let me see" text="Yes"]]', config));
    const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    const said = (isThought: boolean) =>
      parts
        .filter(({ thought }) => (thought === true) === isThought)
        .map(({ text }) => text ?? '')
        .join('');
    expect([said(true), said(false)]).toEqual(['Let me see', 'Yes']);
    expect(chunks.at(-1)?.usageMetadata).toMatchObject({ thoughtsTokenCount: 3, candidatesTokenCount: 1 });
  });

  it('returns a tool call, and answers its result when the signature comes back', async () => {
    const question = 'Tell me. [[sandbox: tool=weather]]';
    const answer = await client.models.generateContent(asking(question, { tools }));
    expect(answer.functionCalls).toMatchObject([{ name: 'weather', args: { city: 'Tell me.' } }]);
    const asked = { role: 'user', parts: [{ text: question }] };
    const made = answer.candidates![0]!.content!;
    const [call] = answer.functionCalls!;
    const result = {
      role: 'user',
      parts: [{ functionResponse: { id: call!.id!, name: 'weather', response: { output: 'It rains.' } } }],
    };
    const then = await client.models.generateContent(asking([asked, made, result], { tools }));
    expect(then.text).toBe('weather says: It rains.');
    const unsigned = {
      ...made,
      parts: made.parts!.map(({ functionCall }) => ({ functionCall: functionCall! })),
    };
    await expect(client.models.generateContent(asking([asked, unsigned, result], { tools }))).rejects.toThrow(
      'thought_signature',
    );
  });

  it('calls the tool that the request forces', async () => {
    const mode = FunctionCallingConfigMode.ANY;
    const toolConfig = { functionCallingConfig: { mode, allowedFunctionNames: ['weather'] } };
    const answer = await client.models.generateContent(asking('Hello', { tools, toolConfig }));
    expect(answer.functionCalls).toMatchObject([{ name: 'weather' }]);
  });

  it('answers a conversation with an image, which is billed as one', async () => {
    const picture = { inlineData: { mimeType: 'image/png', data: PICTURE } };
    const chat = client.chats.create({ model: 'sandbox-ok', config: { systemInstruction: 'Be brief.' } });
    const first = await chat.sendMessage({ message: ['What is it? [[sandbox: text="A dot."]]', picture] });
    expect(first.text).toBe('A dot.');
    expect(first.usageMetadata?.promptTokensDetails).toMatchObject([
      { modality: 'TEXT' },
      { modality: 'IMAGE' },
    ]);
    const second = await chat.sendMessage({ message: 'Sure? [[sandbox: text="Yes."]]' });
    expect(second.text).toBe('Yes.');
    expect(chat.getHistory().map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model']);
  });

  it('returns JSON for a schema', async () => {
    const responseJsonSchema = {
      type: 'object',
      properties: { days: { type: 'integer', enum: [2, 3] } },
      required: ['days'],
    };
    const config = { responseMimeType: 'application/json', responseJsonSchema };
    const { text } = await client.models.generateContent(asking('How many?', config));
    expect(JSON.parse(text ?? '')).toEqual({ days: 2 });
  });

  it('reports a blocked prompt, and a blocked answer', async () => {
    const blocked = await client.models.generateContent(asking('[[sandbox: fault=filter]]'));
    expect(blocked.candidates).toBe(undefined);
    expect(blocked.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
    const filtered = await client.models.generateContent(
      asking('[[sandbox: text="I could" finish=content_filter]]'),
    );
    expect(filtered.candidates?.[0]?.finishReason).toBe('SAFETY');
  });

  it('thinks by a budget with the older kind of model, within its limits and stop sequences', async () => {
    const config = {
      thinkingConfig: { thinkingBudget: 0 },
      stopSequences: [' three'],
      temperature: 0.5,
      topK: 3,
    };
    const params = asking('[[sandbox: thinking="Hm" text="one two three"]]', config, OLDER_MODEL);
    const answer = await client.models.generateContent(params);
    expect(answer.text).toBe('one two');
    expect(answer.usageMetadata?.thoughtsTokenCount).toBe(undefined);
    const capped = await client.models.generateContent(
      asking('[[sandbox: text="one two three"]]', { maxOutputTokens: 2 }),
    );
    expect(capped.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
    expect(countText(capped.text ?? '')).toBe(2);
  });
});

describe('an error', () => {
  it.each<[string, number]>([
    ['429', 429],
    ['503', 503],
    ['404', 404],
    ['context', 400],
  ])('(%s) is understood before a stream begins and instead of an answer', async (fault, status) => {
    const params = asking(`[[sandbox: fault=${fault}]]`);
    await expect(client.models.generateContent(params)).rejects.toMatchObject({ status });
    await expect(client.models.generateContentStream(params)).rejects.toThrow(ApiError);
  });

  // The client recognizes the error if it arrives in a packet of its own, as from a maker that takes time for
  // each token.
  it('is understood in the middle of a stream', async () => {
    const params = asking('[[sandbox: text="one two three four" pace=100 fault=error-mid after=2]]');
    await expect(streamed(params)).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  });

  it.each<[string, Config, string]>([
    ['several answers', { candidateCount: 2 }, 'Multiple candidates'],
    ['penalties', { presencePenalty: 1 }, 'Penalty is not enabled'],
    ['probabilities', { responseLogprobs: true }, 'Logprobs is not enabled'],
    ['a budget', { thinkingConfig: { thinkingBudget: 100 } }, 'Thinking budget'],
    ['a schema without its type', { responseJsonSchema: { type: 'object' } }, 'response_mime_type'],
  ])('reports that newer models refuse %s', async (_what, config, message) => {
    await expect(client.models.generateContent(asking('Hi', config))).rejects.toThrow(message);
  });
});
