import { createHash } from 'node:crypto';
import { redis } from './redis.ts';

/** After a command that found Redis full it is taken to be full for so long. */
const FULL_MS = 1000;
let fullUntil = -Infinity;

/** Whether Redis has just refused to take any more: it has reached its `maxmemory`, and evicts nothing. */
export function isRedisFull(): boolean {
  return performance.now() < fullUntil;
}

/** The beginning of a script that compares times: `now` is milliseconds by the clock of Redis, the same for all processes. */
export const REDIS_NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

/** A Lua script by its hash, sent whole only to a Redis that does not know it. */
export function script(source: string): (keys: string[], args: string[]) => Promise<unknown> {
  const hash = createHash('sha1').update(source).digest('hex');
  return async (keys, args) => {
    const options = { keys, arguments: args };
    try {
      return await redis().evalSha(hash, options);
    } catch (error) {
      if (!says(error, 'NOSCRIPT')) throw noteFull(error);
      return redis()
        .eval(source, options)
        .catch((refused: unknown) => {
          throw noteFull(refused);
        });
    }
  };
}

function noteFull(error: unknown): unknown {
  if (says(error, 'OOM command not allowed')) fullUntil = performance.now() + FULL_MS;
  return error;
}

const says = (error: unknown, words: string) => error instanceof Error && error.message.includes(words);
