import { beforeEach, vi } from 'vitest';
import { KEY_VARIABLE } from '#app/contracts/code-samples.ts';
import { setPrivacy } from '#app/core/accounts/account-settings.ts';
import type { SourceSample } from '#app/features/docs/chapter-source.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';

/** A sample of the documents, named by its position. */
export interface Sample extends SourceSample {
  name: string;
}

/** Every sample of every chapter. Their addresses are those of this process. */
export async function readSamples(): Promise<Sample[]> {
  // Fresh modules: those of the engine read their settings when the sandbox has its port.
  vi.resetModules();
  const { readChapters } = await import('#app/features/docs/chapters.server.ts');
  const { openApiDocument } = await import('#app/features/hub-api/openapi/openapi-call.server.ts');
  return readChapters(openApiDocument()).flatMap(({ slug, blocks }) =>
    blocks
      .flatMap((block) => (block.kind === 'code' ? block.samples : []))
      .map((sample, index) => ({ ...sample, name: `${slug}, sample ${index + 1} in ${sample.language}` })),
  );
}

/** The value of `name=value` after the language of a sample. */
export function noteOf({ notes }: Sample, name: string): string | undefined {
  return new RegExp(`(?:^| )${name}=(\\S+)`).exec(notes)?.[1];
}

/** True for a program that waits for requests. */
export function isServer({ notes }: Sample): boolean {
  return notes.split(' ').includes('serves');
}

/** True for a program that is installed from npm. */
export function isTool({ code }: Sample): boolean {
  return code.startsWith('npx ');
}

/** Matches an output with text, and without missing values. */
export const WORDS = /^(?![\s\S]*(?:undefined|\bNaN\b))[\s\S]*\S/;

const CHEAP = { provider: 'sandbox', price: { rules: [{ rates: { input: 100_000n, output: 400_000n } }] } };

/**
 * Gives each test the models of the samples, and a key.
 * @returns the variables that the samples read
 */
export function useSampleModels(): () => Record<string, string> {
  let variables: Record<string, string>;
  beforeEach(async () => {
    const text = ['text-to-text', 'image-to-text'] as const;
    // The cheapest, so that `parlance/auto` chooses it, and fast.
    await createModel({
      id: 'sandbox/seeing',
      supports: text,
      upstreamModel: 'sandbox-fast',
      offers: [CHEAP],
    });
    for (const id of ['openai/gpt-5.4-mini', 'anthropic/claude-haiku-4.5'])
      await createModel({ id, supports: text, upstreamModel: 'sandbox-fast' });
    await createModel({
      id: 'openai/text-embedding-3-small',
      supports: ['text-to-embedding'],
      capabilities: [],
      upstreamModel: 'sandbox-embedding',
    });
    await createModel({
      id: 'openai/gpt-image-2',
      supports: ['text-to-image', 'image-to-image'],
      capabilities: [],
      contextTokens: 0,
      offers: [{ provider: 'sandbox', upstreamModel: 'gpt-image-1-sandbox', dialect: 'openai-images' }],
    });
    await createModel({
      id: 'google/veo-3.1',
      supports: ['text-to-video'],
      capabilities: [],
      contextTokens: 0,
      offers: [
        {
          provider: 'sandbox',
          upstreamModel: 'sandbox-video',
          dialect: 'openai-videos',
          price: { rules: [{ rates: { second: 1_000_000_000n } }] },
        },
      ],
    });
    const owner = await createKey();
    // A sample reads the stored content of a call.
    await setPrivacy(owner.userId, { keepsCalls: true, refusesStore: false });
    variables = { [KEY_VARIABLE]: owner.value };
  });
  return () => variables;
}

/**
 * Creates the objects that the variables of a shell sample name: a call with a receipt, a video, a response,
 * a webhook.
 * @returns variable -> id, for those that the sample reads
 */
export async function variablesOf(sample: Sample, api: string, key: string): Promise<Record<string, string>> {
  const post = (path: string, body: unknown) => postJson(`${api}${path}`, body, { bearer: key });
  const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
  const makers: Record<string, () => Promise<string>> = {
    GENERATION_ID: async () => {
      const messages = [{ role: 'user', content: 'Hello' }];
      const answer = await post('/chat/completions', { model: 'parlance/auto', messages });
      return answer.headers.get('x-generation-id')!;
    },
    VIDEO_ID: async () =>
      idOf(await post('/videos', { model: 'google/veo-3.1', prompt: 'A harbour', seconds: 4 })),
    RESPONSE_ID: async () =>
      idOf(await post('/responses', { model: 'parlance/auto', input: 'Hello', background: true })),
    WEBHOOK_ID: async () =>
      idOf(await post('/webhook_endpoints', { name: 'Mine', url: 'https://receiver.example/hooks' })),
  };
  const needed = Object.entries(makers).filter(([name]) => sample.code.includes(`$${name}`));
  return Object.fromEntries(await Promise.all(needed.map(async ([name, make]) => [name, await make()])));
}
