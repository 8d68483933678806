import createInstructor from '@instructor-ai/instructor';
import OpenAI, { APIError } from 'openai';
// The schemas of this client are those of Zod 3.
import { z } from 'zod/v3';
import type { Client, Settings } from './client.ts';
import { describeClient } from './suite.ts';

describeClient({
  name: 'Instructor',
  connect,
  statusOf: (thrown) => (thrown instanceof APIError ? ((thrown.status as number | undefined) ?? null) : null),
  triesOfLimited: 1,
});

const MODEL = { name: 'Place', schema: z.object({ city: z.string(), days: z.number().int().min(3) }) };

function connect({ model, apiKey, baseURL, fetch }: Settings): Client {
  const client = createInstructor({ client: new OpenAI({ apiKey, baseURL, fetch }), mode: 'TOOLS' });
  const ask = (content: string) => ({
    model,
    messages: [{ role: 'user' as const, content }],
    response_model: MODEL,
  });
  return {
    async object(prompt) {
      const { _meta: meta, ...place } = await client.chat.completions.create(ask(prompt));
      if (!meta?.usage?.completion_tokens) throw new Error('It does not say what was used.');
      return place;
    },
    async streamObject(prompt) {
      let last: object = {};
      const drafts = await client.chat.completions.create({ ...ask(prompt), stream: true });
      for await (const { _meta, ...draft } of drafts) last = draft;
      return last;
    },
  };
}
