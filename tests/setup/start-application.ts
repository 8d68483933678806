import { rmSync } from 'node:fs';
import { appProcesses, localAddress } from '#scripts/launch/app-processes.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { paymentPageEnvironment } from '#scripts/launch/payment-page.mjs';
import { prepareDatabase } from '#scripts/launch/prepare-database.mjs';
import { startServices } from '#scripts/services.mjs';
import { BUILD_FOLDER, buildForTests } from './build.ts';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { TEST_ENVIRONMENT } from './environment.ts';

/** A whole application of its own: services, web, worker and sandbox, on own ports and data. */
export type Application = Awaited<ReturnType<typeof startApplication>>;

/**
 * Starts the built application as `npm start` does, with the sandbox as its provider. Each of its processes
 * is a ManagedProcess: `pid`, `kill(signal)`, `start()`, `stop()`. Nothing is restarted automatically.
 * @param options.payments true starts the local payment page, too
 * @param options.env further settings; `newWeb` and `newWorker` create processes beyond the first web and
 *   worker
 */
export async function startApplication({
  env = {},
  payments = false,
}: { env?: Record<string, string>; payments?: boolean } = {}) {
  await buildForTests();
  const base = await newTestRun();
  const services = await startServices({ base, bufferPool: '96M' });
  const [webPort, sandboxPort, paymentPort] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const environment = {
    ...process.env,
    ...TEST_ENVIRONMENT,
    NODE_ENV: 'production' as const,
    PORT: String(webPort),
    DATA_DIR: base,
    DATABASE_URL: services.mariadb.url(),
    REDIS_URL: services.redis.url(),
    OPENAI_BASE_URL: `http://127.0.0.1:${sandboxPort}/v1`,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
    SANDBOX_RECORD: 'true',
    SIGNUP_CREDIT: '10000000',
    // All tests come from one address.
    LIMIT_REGISTRATIONS: '0',
    LIMIT_RESETS: '0',
    LIMIT_CHAT_MESSAGES: '0',
    LIMIT_CHAT_MESSAGES_ADDRESS: '0',
    LIMIT_CHAT_CONCURRENT: '0',
    LIMIT_STREAMS: '0',
    LIMIT_STREAMS_ADDRESS: '0',
    LIMIT_CONNECTIONS_ADDRESS: '0',
    ...(payments && paymentPageEnvironment({ port: paymentPort, password: 'of these tests' })),
    ...env,
  };
  const create = appProcesses({ base, build: BUILD_FOLDER, env: environment });
  const [web, worker, sandbox] = [create.web(), create.worker(), create.sandbox(sandboxPort)];
  const started = [web, worker, sandbox, ...(payments ? [create.payments(paymentPort)] : [])];
  const stop = async () => {
    await Promise.all(started.map((child) => child.stop()));
    await services.stop();
    rmSync(base, { recursive: true, force: true });
  };
  try {
    await prepareDatabase({
      build: BUILD_FOLDER,
      env: environment,
      logFile: `${base}/logs/prepare.log`,
      say: () => undefined,
    });
    await Promise.all(started.map((child) => child.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: localAddress(environment),
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    databaseUrl: services.mariadb.url(),
    redisUrl: services.redis.url(),
    /** Complete environment of its processes. */
    env: environment,
    /** Data folder: `logs/<process>.log`, `run/<process>.pid`. */
    base,
    mariadb: services.mariadb.process,
    redis: services.redis.process,
    web,
    worker,
    sandbox,
    /** Another web process on a port of its own, not started yet; it ends with the application. */
    async newWeb(name: string, more: Record<string, string> = {}) {
      const port = await findFreePort();
      const process = create.web(name, String(port), more);
      started.push(process);
      return { process, url: localAddress({ PORT: String(port) }) };
    },
    /** Another worker process, not started yet; it ends with the application. */
    newWorker(name: string, more: Record<string, string> = {}) {
      const process = create.worker(name, more);
      started.push(process);
      return process;
    },
    stop,
  };
}
