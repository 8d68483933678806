import path from 'node:path';
import { awaitAnswer, probeHttp } from './await-answer.mjs';
import { ManagedProcess } from './managed-process.mjs';
import { ROOT, dataFolders } from './paths.mjs';

/** Variables that say which provider to ask; without any of them the sandbox is asked. */
const PROVIDER_VARIABLES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'];

/** @param {NodeJS.ProcessEnv} env */
export function hasProvider(env) {
  return PROVIDER_VARIABLES.some((name) => Boolean(env[name])) && !['true', '1'].includes(env.SANDBOX ?? '');
}

/** What web and worker are told when the sandbox stands in for a provider. */
export function sandboxEnvironment(port) {
  return {
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: 'sandbox',
    SANDBOX: 'true',
    // Play money, so that whoever registers can try a chat.
    SIGNUP_CREDIT: process.env.SIGNUP_CREDIT || '10000000',
  };
}

/**
 * The application's own processes, not started yet.
 * @param {{ base: string, build: string, env: NodeJS.ProcessEnv, supervise?: boolean }} options
 *   base: absolute data folder; build: folder of the build, relative to the project; env: complete
 *   environment of web and worker, PORT and HOST included
 */
export function appProcesses({ base, build, env, supervise = false }) {
  const folders = dataFolders(base);
  const environment = { ...env, BUILD_DIRECTORY: build };
  const own = (name, script, ready, more = {}) =>
    new ManagedProcess({
      name,
      command: process.execPath,
      args: ['--enable-source-maps', path.join(ROOT, script)],
      cwd: ROOT,
      env: { ...environment, ...more },
      runFolder: folders.run,
      logFile: path.join(folders.logs, `${name}.log`),
      supervise,
      ready: (signal) => awaitAnswer(ready, signal),
    });
  const web = localAddress(env);
  return {
    web: (name = 'web', port = env.PORT) =>
      own(name, 'scripts/web.mjs', () => probeHttp(`${localAddress({ ...env, PORT: port })}/healthz`), {
        PORT: String(port),
      }),
    /** Ready when the web process sees a worker's report. */
    worker: (name = 'worker') => own(name, `${build}/processes/worker.js`, () => seesWorker(web)),
    sandbox: (port) =>
      own('sandbox', `${build}/processes/sandbox.js`, () => probeHttp(`http://127.0.0.1:${port}/v1/models`), {
        PORT: String(port),
      }),
  };
}

/** Where this machine reaches the web process, whatever addresses it listens on. */
export function localAddress({ HOST = '127.0.0.1', PORT = '3000' }) {
  const anywhere = HOST === '0.0.0.0' || HOST === '::' || HOST === '';
  const host = anywhere ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

async function seesWorker(address) {
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3000) });
  const { worker } = await answer.json();
  return worker === 'ok';
}
