import { logger } from '#app/core/platform/logger.ts';
import { redis } from '#app/core/platform/redis.ts';

/** For longer than any answer with unfinished pictures takes; a worker that dies leaves one behind for so long. */
const LIFETIME_MS = 10 * 60_000;
/** After the last one: the finished picture is stored meanwhile. */
const FAREWELL_MS = 60_000;

const partialKey = (generationId: string) => `reply:${generationId}:partial`;

/** A picture that is not finished, small. */
export interface PartialPicture {
  /** 1 for the first of its generation. */
  number: number;
  /** WebP. */
  bytes: Buffer;
}

/** Puts a picture in the place of the one before: a generation has one at a time. */
export async function keepPartial(generationId: string, { number, bytes }: PartialPicture): Promise<void> {
  const key = partialKey(generationId);
  await redis()
    .multi()
    .hSet(key, { number: String(number), base64: bytes.toString('base64') })
    .pExpire(key, LIFETIME_MS)
    .exec();
}

/** Says that no further one comes. */
export async function leavePartial(generationId: string): Promise<void> {
  await redis().pExpire(partialKey(generationId), FAREWELL_MS);
}

/** The newest picture of a generation, as WebP; null where there is none. Whose it is the caller has checked. */
export async function readPartial(generationId: string): Promise<Buffer | null> {
  const base64 = await redis().hGet(partialKey(generationId), 'base64');
  return base64 == null ? null : Buffer.from(base64, 'base64');
}

/** The number of the newest picture of each generation that has one; none while Redis is away. */
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
