import { createHash } from 'node:crypto';
import { redis } from './redis.ts';

/** A Lua script by its hash, sent whole only to a Redis that does not know it. */
export function script(source: string): (keys: string[], args: string[]) => Promise<unknown> {
  const hash = createHash('sha1').update(source).digest('hex');
  return async (keys, args) => {
    const options = { keys, arguments: args };
    try {
      return await redis().evalSha(hash, options);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis().eval(source, options);
    }
  };
}
