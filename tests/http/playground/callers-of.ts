import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import type { useWeb } from '#tests/setup/web.ts';

/** Makes somebody new with some credit, who calls the playground. */
export const callersOf =
  (web: ReturnType<typeof useWeb>) =>
  async (creditMicro = 1_000_000n) => {
    const { userId } = await createAccount({ creditMicro });
    const call = web.as(userId);
    const ask = (body: object) =>
      call('/api/playground', jsonPost({ model: TEST_MODEL, providers: ['sandbox'], ...body }));
    const form = (path: string, fields: [string, string][]) =>
      call(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    return { call, ask, form };
  };
