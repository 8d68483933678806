import { logger } from '#app/core/platform/logger.ts';
import { redis } from '#app/core/platform/redis.ts';

/**
 * Milliseconds, longer than any answer with unfinished images takes; the image of a worker that dies expires
 * after it.
 */
const LIFETIME_MS = 10 * 60_000;
/** Milliseconds after the last one, while the finished image is being stored. */
const LAST_LIFETIME_MS = 60_000;

const partialKey = (generationId: string) => `reply:${generationId}:partial`;

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
  await redis()
    .multi()
    .hSet(key, { number: String(number), base64: bytes.toString('base64') })
    .pExpire(key, LIFETIME_MS)
    .exec();
}

/** Shortens the preview's lifetime: no further one follows. */
export async function expirePartial(generationId: string): Promise<void> {
  await redis().pExpire(partialKey(generationId), LAST_LIFETIME_MS);
}

/**
 * Reads the newest preview of a generation, as WebP; null if there is none. The caller has checked the owner.
 */
export async function readPartial(generationId: string): Promise<Buffer | null> {
  const base64 = await redis().hGet(partialKey(generationId), 'base64');
  return base64 == null ? null : Buffer.from(base64, 'base64');
}

/** Number of the newest preview of each generation that has one; empty while Redis is away. */
export async function newestPartials(generationIds: readonly string[]): Promise<Map<string, number>> {
  try {
    const numbers = await Promise.all(generationIds.map((id) => redis().hGet(partialKey(id), 'number')));
    return new Map(
      generationIds.flatMap((id, index) => {
        const number = numbers[index];
        return number == null ? [] : [[id, Number(number)] as const];
      }),
    );
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'unfinished pictures not readable');
    return new Map();
  }
}
