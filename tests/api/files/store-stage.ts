import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startS3, type S3Double, type S3Fault } from '#tests/doubles/s3/start-s3.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { useApi } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';

export const CREDIT = 1_000_000n;
/** Time limit of an operation on the bucket in milliseconds. */
const LIMIT_MS = 1_000;

type Owner = Awaited<ReturnType<typeof createKey>>;

/**
 * The API and a worker with a bucket that can fail; a new account and a healthy, empty bucket before every
 * test.
 */
export function openStoreStage() {
  let s3: S3Double;
  let owner: Owner;
  beforeAll(async () => {
    s3 = await startS3('key-of-the-stage');
    Object.assign(process.env, {
      S3_BUCKET: 'stage',
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: 'key-of-the-stage',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_LIMIT_MS: String(LIMIT_MS),
    });
  });
  const engine = useEngine();
  const api = useApi();
  beforeEach(async () => {
    s3.fail(null);
    s3.objects.clear();
    await createImageModel();
    owner = await createKey({ creditMicro: CREDIT });
  });
  afterAll(() => s3.close());

  const post = (path: string, body: object) =>
    postJson(`${api.origin()}/api/v1/${path}`, body, { bearer: owner.value });
  return {
    engine,
    api,
    s3: () => s3,
    owner: () => owner,
    post,
    /** An image call of the public API. */
    picture: (more: object = {}) =>
      post('images/generations', {
        model: PICTURE_MODEL,
        prompt: 'A harbour [[sandbox: delay=0]]',
        size: '1024x1024',
        quality: 'low',
        ...more,
      }),
    /** Begins a fault, or takes the bucket off the network. @returns a function that ends it */
    async begin(fault: S3Fault | 'unreachable'): Promise<() => Promise<void>> {
      if (fault === 'unreachable') {
        await s3.close();
        return () => s3.open();
      }
      s3.fail(fault);
      return async () => s3.fail(null);
    },
    /** The charge of a call by its receipt, and its end. */
    async receipt(answer: Response): Promise<object> {
      const id = answer.headers.get('x-generation-id');
      const read = await fetch(`${api.origin()}/api/v1/generation?id=${id}`, {
        headers: { authorization: `Bearer ${owner.value}` },
      });
      return (await read.json()) as object;
    },
  };
}
