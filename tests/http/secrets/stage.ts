import { randomBytes } from 'node:crypto';
import { startS3 } from '#tests/doubles/s3/start-s3.ts';
import { startSandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { openMailbox } from '#tests/setup/mailbox.ts';
import { startWebAndWorker } from '#tests/setup/web-and-worker.ts';
import type { Canaries } from './canary.ts';
import { startEchoProvider } from './echo-provider.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * Web and worker in processes of their own with full logging, on the test file's database and Redis, with
 * every secret of an operator in their environment; and their third parties.
 */
export async function openStage(canaries: Canaries) {
  const bucketSecret = canaries.plant('secret of the bucket');
  const [sandbox, echo, s3, mailbox] = await Promise.all([
    startSandbox({ pace: 0 }),
    startEchoProvider(),
    startS3('bucket-key', bucketSecret),
    openMailbox(),
  ]);
  const vaultKey = randomBytes(32);
  canaries.add('key of the vault', vaultKey.toString('base64url'));
  canaries.add('key of the vault, in hex', vaultKey.toString('hex'));
  for (const url of ['DATABASE_URL', 'REDIS_URL'])
    canaries.add(`password of ${url}`, new URL(process.env[url] ?? '').password);
  const mailPassword = canaries.plant('password of the mail server', (core) => core);
  const processes = await startWebAndWorker({
    LOG_LEVEL: 'trace',
    SESSION_SECRET: canaries.plant('secret of cookies'),
    JWT_SECRET: canaries.plant('secret of tokens', (core) => `k1:${core}`),
    ENCRYPTION_KEYS: `k1:${vaultKey.toString('base64url')}`,
    METRICS_TOKEN: canaries.plant('token of the metrics'),
    SMTP_URL: mailbox.url.replace('smtp://', `smtp://parlance:${mailPassword}@`),
    S3_BUCKET: 'calls',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'bucket-key',
    S3_SECRET_ACCESS_KEY: bucketSecret,
    SANDBOX: 'true',
    OPENAI_BASE_URL: sandbox.url,
    SANDBOX_B_BASE_URL: echo.url,
    // Its form does not look like a key.
    OPENAI_API_KEY: canaries.plant('key of the provider', (core) => `quail.${core}`),
    SIGNUP_CREDIT: '10000000',
    LIMIT_LOGIN_TRIES: '0',
    LIMIT_RESETS: '0',
    LOG_TTL_MS: '5000',
  });
  return {
    ...processes,
    mailbox,
    s3,
    close: async () => {
      await processes.close();
      await Promise.all([sandbox.close(), echo.close(), s3.close(), mailbox.close()]);
    },
  };
}
