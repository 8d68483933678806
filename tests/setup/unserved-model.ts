import { beforeEach } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables } from './database.ts';

/** A model is on offer only while its provider has a key; no server listens at the address of this one. */
export const UNSERVED = {
  OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  OPENAI_API_KEY: 'sandbox',
  SANDBOX: 'true',
} as const;

const OF_WEB = { ...UNSERVED, SIGNUP_CREDIT: '250000', ADMIN_EMAIL: 'Boss@Example.test' };

/** Settings of every web process of the tests; the environment takes precedence. */
export function webSettings(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(OF_WEB).map(([name, value]) => [name, process.env[name] ?? value]),
  );
}

/** Before every test an empty database and Redis, and one model in the catalogue that is never called. */
export function useUnservedModel(model: Parameters<typeof createModel>[0] = {}): void {
  Object.assign(process.env, UNSERVED);
  beforeEach(async () => {
    await redis().flushDb();
    await emptyTables();
    await createModel(model);
  });
}
