import { logger } from '#app/core/platform/logger.ts';
import { atKey, tagOf } from '#app/core/platform/stream-redis.ts';

/**
 * Milliseconds, longer than any answer with unfinished images takes; the image of a worker that dies expires
 * after it.
 */
const LIFETIME_MS = 10 * 60_000;
/** Milliseconds after the last one, while the finished image is being stored. */
const LAST_LIFETIME_MS = 60_000;

const partialKey = (generationId: string) => `${tagOf(generationId)}reply:${generationId}:partial`;

/** A small preview of an image that is not finished. */
export interface PartialImage {
  /** 1 for the first preview of its generation. */
  number: number;
  /** WebP. */
  bytes: Buffer;
}

/** Stores a preview in place of the one before: a generation has one at a time. */
export async function storePartial(generationId: string, { number, bytes }: PartialImage): Promise<void> {
  const key = partialKey(generationId);
  await atKey(key, (client) =>
    client
      .multi()
      .hSet(key, { number: String(number), base64: bytes.toString('base64') })
      .pExpire(key, LIFETIME_MS)
      .exec(),
  );
}

/** Shortens the preview's lifetime: no further one follows. */
export async function expirePartial(generationId: string): Promise<void> {
  const key = partialKey(generationId);
  await atKey(key, (client) => client.pExpire(key, LAST_LIFETIME_MS));
}

/**
 * Reads the newest preview of a generation, as WebP; null if there is none. The caller has checked the owner.
 */
export async function readPartial(generationId: string): Promise<Buffer | null> {
  const key = partialKey(generationId);
  const base64 = await atKey(key, (client) => client.hGet(key, 'base64'));
  return base64 == null ? null : Buffer.from(base64, 'base64');
}

/** Number of the newest preview of each generation that has one; those whose Redis is away have none. */
export async function newestPartials(generationIds: readonly string[]): Promise<Map<string, number>> {
  const numbers = await Promise.allSettled(generationIds.map(newestNumber));
  const failed = numbers.find((number) => number.status === 'rejected');
  if (failed) logger().warn({ error: (failed.reason as Error).message }, 'unfinished pictures not readable');
  return new Map(
    generationIds.flatMap((id, index) => {
      const number = numbers[index];
      return number?.status === 'fulfilled' && number.value != null
        ? [[id, Number(number.value)] as const]
        : [];
    }),
  );
}

async function newestNumber(generationId: string): Promise<string | null> {
  const key = partialKey(generationId);
  return atKey(key, (client) => client.hGet(key, 'number'));
}
