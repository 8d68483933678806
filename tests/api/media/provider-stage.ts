import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { admitPrompt } from '#app/core/generation/admit/prompt.ts';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { webhookAddress } from '#app/core/tasks/media/webhook-address.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { publishKeys, REPORT_SECRETS, type Report } from '#app/sandbox/media/report.ts';
import { MEDIA_KEY, startMedia, type MediaDouble } from '#app/sandbox/media/start-media.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { VIDEO_MODEL, videoCall } from '#tests/factories/video-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { useFileStore } from '#tests/fixtures/media/file-store.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

const UPSTREAM = {
  fal: { output: 'image', model: 'fal-ai/flux/dev', rates: { image: 40_000_000_000n } },
  replicate: {
    output: 'image',
    model: 'black-forest-labs/flux-schnell',
    rates: { image: 40_000_000_000n },
  },
  bfl: { output: 'image', model: 'flux-2-pro', rates: { image: 40_000_000_000n } },
  kling: { output: 'video', model: 'kling-v2-6', rates: { second: 10_000_000_000n } },
  luma: { output: 'video', model: 'ray-2', rates: { second: 10_000_000_000n } },
  minimax: {
    output: 'video',
    model: 'MiniMax-Hailuo-02',
    rates: { second: 10_000_000_000n },
    dialect: 'minimax',
  },
} as const;
export type Provider = keyof typeof UPSTREAM;

export const CREDIT = 1_000_000n;
const WAIT = { timeout: 30_000, interval: 50 };

/** Providers that reach the API, as over the internet. */
export function providerStage() {
  let double: MediaDouble;
  let keys: Server;
  useFileStore();
  // Before the engine and the API, which read their secrets from the environment.
  beforeAll(async () => {
    double = await startMedia();
    const { url, server } = await publishKeys();
    keys = server;
    Object.assign(process.env, {
      FAL_JWKS_URL: url,
      REPLICATE_WEBHOOK_SECRET: REPORT_SECRETS.replicate,
      BFL_WEBHOOK_SECRET: REPORT_SECRETS.bfl,
      KLING_ACCESS_KEY: MEDIA_KEY.split(':')[0],
      KLING_SECRET_KEY: MEDIA_KEY.split(':')[1],
      ...Object.fromEntries(
        Object.keys(UPSTREAM).map((name) => [`${name.toUpperCase()}_API_KEY`, MEDIA_KEY]),
      ),
      ...Object.fromEntries(
        Object.keys(UPSTREAM).map((name) => [
          `${name.toUpperCase()}_BASE_URL`,
          double.url(name === 'minimax' ? 'minimax-v1' : (name as Exclude<Provider, 'minimax'>)),
        ]),
      ),
    });
  });
  useEngine(() => ({ SANDBOX: 'false', PROVIDER_WEBHOOK_URL: api.origin() }));
  const api = useApi();
  beforeEach(() => {
    double.jobs.length = 0;
  });
  afterAll(async () => {
    keys.close();
    await double.close();
  });

  /** Orders an image through the playground, or a video through the API. */
  async function order(provider: Provider, directive: string): Promise<{ userId: string; id: string }> {
    const { output, model, rates, ...wire } = UPSTREAM[provider];
    const text = `A fox [[sandbox: ${directive}]]`;
    const id = output === 'video' ? VIDEO_MODEL : `acme/${provider}`;
    const offers = [{ provider, upstreamModel: model, ...wire, price: { rules: [{ rates }] } }];
    const supports = [`text-to-${output}` as const];
    await createModel({ id, supports, capabilities: [], contextTokens: 0, offers });
    if (output === 'video') {
      const owner = await createKey({ creditMicro: CREDIT });
      // MiniMax makes six or ten.
      const call = videoCall(owner, { order: { prompt: text, seconds: provider === 'minimax' ? 6 : 5 } });
      return { userId: owner.userId, id: (await admitCall(call)).generationId };
    }
    const { userId } = await createAccount({ creditMicro: CREDIT });
    const { cells } = await admitPrompt({
      userId,
      requestId: 'test',
      playgroundId: null,
      clientId: null,
      text,
      files: [],
      output,
      pairs: [{ model: id, provider }],
      options: {},
      isBlind: false,
    });
    const { generationId, error } = cells[0]!;
    if (error) throw error;
    return { userId, id: generationId };
  }

  const row = (id: string) => columnsOf(id);
  return {
    api,
    jobs: () => double.jobs,
    order,
    row,
    /** Waits until a job waits at its provider, and postpones the next poll for an hour. */
    async putOff(id: string) {
      await expect.poll(() => row(id), WAIT).toMatchObject({ state: 'running', worker_id: null });
      await change(
        AUTOCOMMIT,
        'UPDATE generations SET next_poll_at = NOW(3) + INTERVAL 1 HOUR WHERE id = ? AND worker_id IS NULL',
        [id],
      );
    },
    /** Whole minutes until the next poll. */
    async minutesLeft(id: string) {
      const { next_poll_at: at } = (await row(id)) as unknown as { next_poll_at: Date | null };
      return at === null ? 0 : Math.round((at.getTime() - Date.now()) / 60_000);
    },
    async becomes(id: string, wanted: object) {
      await expect.poll(() => row(id), WAIT).toMatchObject(wanted);
    },
    address: (provider: string, id: string) => webhookAddress(provider, id) ?? '',
    tell: (address: string, { headers, body }: Report) =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
  };
}
