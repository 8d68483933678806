import path from 'node:path';
import { awaitAnswer, probeHttp } from './await-answer.mjs';
import { ManagedProcess } from './managed-process.mjs';
import { ROOT, dataFolders } from './paths.mjs';
import { flagsOf } from './process-flags.mjs';

const DEFAULT_PORT = '3000';

/** Environment of web and worker when the sandbox replaces a provider. */
export function sandboxEnvironment(port) {
  return {
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
    // Play money, so that every new user can try a chat.
    SIGNUP_CREDIT: process.env.SIGNUP_CREDIT || 'sandbox',
  };
}

/** Node arguments for the scripts of the processes. */
const built = (build) => ({
  web: [...flagsOf('web'), path.join(ROOT, 'scripts/web.mjs')],
  worker: [...flagsOf('worker'), path.join(ROOT, build, 'processes/worker.js')],
  sandbox: [...flagsOf('sandbox'), path.join(ROOT, build, 'processes/sandbox.js')],
  payments: [...flagsOf('sandbox'), path.join(ROOT, build, 'processes/payment-page.js')],
});

/** The same from the sources: Vite reloads the web, tsx restarts the others when a file changes. */
const fromSources = () => {
  const tsx = [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false'];
  return {
    web: [path.join(ROOT, 'scripts/dev-web.mjs')],
    worker: [...tsx, path.join(ROOT, 'worker/index.ts')],
    sandbox: [...tsx, path.join(ROOT, 'app/sandbox/providers/index.ts')],
    payments: [...tsx, path.join(ROOT, 'app/sandbox/payments/index.ts')],
  };
};

/**
 * Creates the application's own processes without starting them.
 * @param {{ base: string, build: string | null, env: NodeJS.ProcessEnv, supervise?: boolean }} options
 *   base: absolute data folder; build: folder of the build, relative to the project, null for the sources;
 *   env: complete environment of web and worker
 */
export function appProcesses({ base, build, env, supervise = false }) {
  const folders = dataFolders(base);
  const scripts = build === null ? fromSources() : built(build);
  const webPort = env.PORT || DEFAULT_PORT;
  const create = (name, args, probe, more = {}) =>
    new ManagedProcess({
      name,
      command: process.execPath,
      args,
      cwd: ROOT,
      env: { ...env, ...(build === null ? {} : { BUILD_DIRECTORY: build }), ...more },
      runFolder: folders.run,
      logFile: path.join(folders.logs, `${name}.log`),
      supervise,
      ready: (signal) => awaitAnswer(probe, signal),
    });
  return {
    /** @param {Record<string, string>} [more] added to the shared environment */
    web: (name = 'web', port = webPort, more = {}) =>
      create(name, scripts.web, () => probeHttp(`${localAddress({ ...env, PORT: port })}/healthz`), {
        PORT: port,
        ...more,
      }),
    /** Ready when the web process sees a worker's report. @param {Record<string, string>} [more] as above */
    worker: (name = 'worker', more = {}) =>
      create(name, scripts.worker, () => seesWorker(localAddress(env)), more),
    /** @param {number} port */
    sandbox: (port) =>
      create('sandbox', scripts.sandbox, () => probeHttp(`http://127.0.0.1:${port}/v1/models`), {
        PORT: String(port),
      }),
    /** The local payment page. @param {number} port */
    payments: (port) =>
      create('payments', scripts.payments, () => probeHttp(`http://127.0.0.1:${port}/health`), {
        PORT: String(port),
        APP_ORIGIN: localAddress(env),
      }),
  };
}

/**
 * The address of the web process on this machine, whatever addresses it listens on.
 * @param {{ HOST?: string, PORT?: string }} env
 */
export function localAddress({ HOST, PORT }) {
  const anywhere = !HOST || HOST === '0.0.0.0' || HOST === '::';
  const host = anywhere ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || DEFAULT_PORT}`;
}

async function seesWorker(address) {
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) });
  const { worker } = await answer.json();
  return worker === 'ok';
}
