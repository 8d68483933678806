import {
  APICallError,
  embedMany,
  generateObject,
  generateText,
  RetryError,
  stepCountIs,
  streamObject,
  streamText,
  tool,
  type EmbeddingModel,
  type LanguageModel,
  type LanguageModelUsage,
} from 'ai';
import { expect } from 'vitest';
import { PLACE, WEATHER, type Client } from './client.ts';

/** The status of an error of the AI SDK, also of the last one after its own retries. */
export function statusOfAiSdk(thrown: unknown): number | null {
  const error: unknown = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  return APICallError.isInstance(error) ? (error.statusCode ?? null) : null;
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelUsage) => ({
  input: inputTokens ?? 0,
  output: outputTokens ?? 0,
});

/** The functions of the AI SDK with the models of one of its providers. */
export function withAiSdk(model: LanguageModel, vectors?: EmbeddingModel): Client {
  return {
    async answer(prompt) {
      const { text, usage, reasoningText = null } = await generateText({ model, prompt });
      return { text, usage: usageOf(usage), thoughts: reasoningText };
    },
    async stream(prompt, { signal, onText } = {}) {
      // Errors are parts of the stream; by default they are written to the console, too.
      const answer = streamText({ model, prompt, abortSignal: signal, onError: () => undefined });
      for await (const part of answer.fullStream) {
        if (part.type === 'text-delta') onText?.(part.text);
        if (part.type === 'error') throw part.error;
      }
      return {
        text: await answer.text,
        usage: usageOf(await answer.usage),
        thoughts: (await answer.reasoningText) ?? null,
      };
    },
    async callTools(prompt, isStreamed) {
      const calls: unknown[] = [];
      const weather = tool({
        inputSchema: PLACE,
        execute: async (place) => {
          calls.push(place);
          return WEATHER;
        },
      });
      const given = { model, prompt, tools: { weather }, stopWhen: stepCountIs(3) };
      const text = isStreamed ? await streamText(given).text : (await generateText(given)).text;
      return { text, calls };
    },
    object: async (prompt) => (await generateObject({ model, schema: PLACE, prompt })).object,
    async streamObject(prompt) {
      const answer = streamObject({ model, schema: PLACE, prompt });
      // The object results from reading its drafts.
      let last: unknown;
      for await (const draft of answer.partialObjectStream) last = draft;
      expect(await answer.object).toEqual(last);
      return last;
    },
    async see(prompt, picture) {
      const content = [
        { type: 'text' as const, text: prompt },
        { type: 'image' as const, image: new URL(picture) },
      ];
      const { text, usage } = await generateText({ model, messages: [{ role: 'user', content }] });
      return { text, usage: usageOf(usage), thoughts: null };
    },
    ...(vectors && {
      embed: async (values: string[]) => (await embedMany({ model: vectors, values })).embeddings,
    }),
  };
}
