import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { installPackages } from '#scripts/launch/install-packages.mjs';
import { PLACE, WEATHER, type ClientResult } from './client.ts';
import { PROGRAMS_ROOT } from './programs.ts';
import { describeClient } from './suite.ts';

/** The part of the package that is used here; its own types exist only where it is installed. */
interface Package {
  OpenRouter: new (options: object) => {
    chat: { send(request: { chatRequest: object }, options?: object): Promise<unknown> };
    embeddings: {
      generate(request: { requestBody: object }): Promise<{ data: { embedding: number[] }[] }>;
    };
    models: { list(): Promise<{ result: { data: { id: string }[] } }> };
  };
  HTTPClient: new (options: object) => object;
}

interface ToolCall {
  id: string;
  type: string;
  function: { name: string; arguments: string };
}
interface Usage {
  promptTokens: number;
  completionTokens: number;
}
interface Whole {
  choices: {
    message: { content: string | null; reasoning?: string | null; toolCalls?: ToolCall[] };
  }[];
  usage: Usage;
}
interface Chunk {
  choices: { delta: { content?: string | null; reasoning?: string | null } }[];
  usage?: Usage;
  error?: { message: string };
}

await installPackages({ development: false, say: () => undefined, root: PROGRAMS_ROOT });
const folder = path.join(PROGRAMS_ROOT, 'node_modules/@openrouter/sdk');
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
  version: string;
};
const load = async (file: string) => (await import(path.join(folder, 'esm', file))) as Package;
const { OpenRouter } = await load('index.js');
const { HTTPClient } = await load('lib/http.js');

const usageOf = ({ promptTokens, completionTokens }: Usage) => ({
  input: promptTokens,
  output: completionTokens,
});
const tool = {
  type: 'function',
  function: { name: 'weather', description: 'The weather', parameters: z.toJSONSchema(PLACE) },
};

describeClient({
  name: `@openrouter/sdk ${version}`,
  statusOf: (thrown) => (thrown as { statusCode?: number } | null)?.statusCode ?? null,
  triesOfLimited: 1,
  connect({ apiKey, baseURL, fetch, model, vectors }) {
    const hub = new OpenRouter({
      apiKey,
      serverURL: baseURL,
      httpClient: new HTTPClient({ fetcher: fetch }),
    });
    const ask = async (content: unknown, more: object = {}): Promise<Whole> => {
      const messages = [{ role: 'user', content }];
      return (await hub.chat.send({ chatRequest: { model, messages, ...more } })) as Whole;
    };
    const heard = ({ choices: [choice], usage }: Whole): ClientResult => ({
      text: choice?.message.content ?? '',
      thoughts: choice?.message.reasoning ?? null,
      usage: usageOf(usage),
    });
    return {
      answer: async (prompt) => heard(await ask(prompt)),
      async stream(prompt, { signal, onText } = {}) {
        const messages = [{ role: 'user', content: prompt }];
        const chatRequest = { model, messages, stream: true, streamOptions: { includeUsage: true } };
        const events = await hub.chat.send({ chatRequest }, { fetchOptions: { signal } });
        const all: ClientResult = { text: '', thoughts: '', usage: null };
        for await (const { choices, usage, error } of events as AsyncIterable<Chunk>) {
          if (error) throw new Error(error.message);
          const { content, reasoning } = choices[0]?.delta ?? {};
          all.thoughts += reasoning ?? '';
          all.text += content ?? '';
          if (content) onText?.(content);
          if (usage) all.usage = usageOf(usage);
        }
        return all;
      },
      async callTools(prompt) {
        const messages: object[] = [{ role: 'user', content: prompt }];
        const calls: unknown[] = [];
        for (;;) {
          const { choices } = (await hub.chat.send({
            chatRequest: { model, messages, tools: [tool] },
          })) as Whole;
          const { message } = choices[0]!;
          if (!message.toolCalls?.length) return { text: message.content ?? '', calls };
          messages.push(message);
          for (const { id, function: called } of message.toolCalls) {
            calls.push(JSON.parse(called.arguments));
            messages.push({ role: 'tool', toolCallId: id, content: WEATHER });
          }
        }
      },
      async object(prompt) {
        const responseFormat = {
          type: 'json_schema',
          jsonSchema: { name: 'place', strict: true, schema: z.toJSONSchema(PLACE) },
        };
        return JSON.parse(heard(await ask(prompt, { responseFormat })).text) as unknown;
      },
      see: async (prompt, picture) =>
        heard(
          await ask([
            { type: 'text', text: prompt },
            { type: 'image_url', imageUrl: { url: picture } },
          ]),
        ),
      async embed(texts) {
        const { data } = await hub.embeddings.generate({ requestBody: { model: vectors, input: texts } });
        return data.map(({ embedding }) => embedding);
      },
      models: async () => (await hub.models.list()).result.data.map(({ id }) => id),
    };
  },
});
