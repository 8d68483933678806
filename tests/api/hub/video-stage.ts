import OpenAI from 'openai';
import { beforeEach, vi } from 'vitest';
import { readBalance } from '#app/core/ledger/balances.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createVideoModel } from '#tests/factories/video-call.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

export const CREDIT = 1_000_000n;
/** Micro-dollars per second at 720p. */
export const SECOND = 10_000n;
export const SIZE = '1280x720';
/** Finished at once. */
export const FAST = '[[sandbox: delay=0]]';

type Owner = Awaited<ReturnType<typeof createKey>>;

/** A user with a key, and the sandbox's video model, created for each test. */
export function videoStage() {
  const engine = useEngine();
  const api = useApi();
  let owner: Owner;
  const at = (path: string) => `${api.origin()}/api/v1/${path}`;
  const clientOf = ({ value }: Pick<Owner, 'value'>) =>
    new OpenAI({ apiKey: value, baseURL: `${api.origin()}/api/v1`, maxRetries: 0 });
  beforeEach(async () => {
    await createVideoModel();
    owner = await createKey({ creditMicro: CREDIT });
  });
  const client = () => clientOf(owner);
  return {
    owner: () => owner,
    client,
    clientOf,
    /** The orders at its maker. */
    orders: () =>
      engine
        .sandbox()
        .requests()
        .filter(({ method }) => method === 'POST'),
    balance: () => readBalance(AUTOCOMMIT, owner.userId),
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(at(path), { headers: { authorization: `Bearer ${owner.value}`, ...headers } }),
    post: (path: string, body: object, headers: Record<string, string> = {}, { value } = owner) =>
      postJson(at(path), body, { bearer: value, headers }),
    /** Polls like every client of this API. */
    ended: (id: string) =>
      vi.waitFor(
        async () => {
          const video = await client().videos.retrieve(id);
          if (video.status === 'queued' || video.status === 'in_progress') throw new Error(video.status);
          return video;
        },
        { timeout: 30_000, interval: 50 },
      ),
  };
}
