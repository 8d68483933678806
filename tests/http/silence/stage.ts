import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { startWebAndWorker, type WebAndWorker } from '#tests/setup/web-and-worker.ts';
import { startMuteProxy, type MuteProxy } from './mute-proxy.ts';

/** Web and worker whose Redis is silent from the beginning of each test, and a user with credit. */
export function useMutedRedis() {
  let proxy: MuteProxy;
  let sandbox: Sandbox;
  let processes: WebAndWorker;
  let token: string;
  let email: string;
  const login = () =>
    new PlainBrowser(processes.origin).postJson('/api/auth/login', { email, password: PASSWORD });
  beforeAll(async () => {
    const url = new URL(process.env.REDIS_URL ?? '');
    proxy = await startMuteProxy(Number(url.port));
    url.port = String(proxy.port);
    sandbox = await startSandbox({ pace: 0 });
    await createModel();
    processes = await startWebAndWorker({
      REDIS_URL: url.href,
      OPENAI_BASE_URL: sandbox.url,
      OPENAI_API_KEY: 'sandbox',
      SANDBOX: 'true',
    });
  });
  beforeEach(async () => {
    ({ email } = await createAccountWithPassword({ creditMicro: 1_000_000n }));
    ({ token } = (await login()).json<{ token: string }>());
    proxy.mute();
  });
  afterEach(() => proxy.speak());
  afterAll(async () => {
    await processes.close();
    await Promise.all([proxy.close(), sandbox.close()]);
  });
  return {
    proxy: () => proxy,
    origin: () => processes.origin,
    email: () => email,
    /** Access token of the user. */
    token: () => token,
    login,
    post: (path: string, bearer: string, body: object) => postJson(processes.origin + path, body, { bearer }),
  };
}
