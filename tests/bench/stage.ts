import path from 'node:path';
import { awaitAnswer, probeHttp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import { ROOT, dataFolders } from '#scripts/launch/paths.mjs';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { makeKey } from '#tests/fixtures/sign-up.ts';
import { watchStores } from './store-requests.ts';
import { preparePlaces } from './callers.ts';
import { makeLongConversation } from './long-conversation.ts';
import { portkeyHeaders, startPortkey } from './portkey.ts';
import { preload } from './preload.ts';
import { recordCall } from './record-call.ts';
import { markOf, type Ask, type Call, type Target } from './target.ts';
import { chatTarget } from './targets/chat.ts';
import { openAiTarget } from './targets/open-ai.ts';

/** All targets in front of one double, and the double's records. */
export interface Stage {
  targets: Target[];
  /** The double's own tokens for a reply of this length. */
  tokensOf(count: number): Promise<readonly string[]>;
  /** For every marked call since the last time: the times at which the double wrote each token. */
  takeClock(): Promise<Map<string, number[]>>;
  /** Number of streams that wait at the double's gate. */
  waiting(): Promise<number>;
  openGate(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The measured application runs as in production, with everything on; limits are counted, and higher than the
 * load.
 */
const SETTINGS = {
  LOG_LEVEL: 'info',
  RUN_LEASE_MS: '15000',
  SIGNUP_CREDIT: '1000000000000',
  LIMIT_REGISTRATIONS: '0',
  LIMIT_LOGIN_TRIES: '0',
  LIMIT_CHAT_MESSAGES: '1000000000',
  LIMIT_CHAT_MESSAGES_ADDRESS: '1000000000',
  LIMIT_CHAT_CONCURRENT: '1000000',
  LIMIT_API_CALLS: '1000000000',
  LIMIT_API_CALLS_KEY: '1000000000',
  LIMIT_API_CALLS_ADDRESS: '1000000000',
  LIMIT_STREAMS: '0',
  LIMIT_CONNECTIONS_ADDRESS: '0',
  LIMIT_STREAMS_ADDRESS: '0',
};

/**
 * Starts the double, the raw proxy, the gateway and the whole application on free ports of loopback.
 * @param slots maximum of concurrent callers
 * @param profile folder for a CPU profile of every process, or null
 */
export async function setStage({
  slots,
  profile,
}: {
  slots: number;
  profile: string | null;
}): Promise<Stage> {
  const measured = { NODE_OPTIONS: preload('collect-garbage.mjs') };
  const env: Record<string, string> = { ...SETTINGS, ...measured };
  if (profile) {
    env.PROFILE_FOLDER = profile;
    env.NODE_OPTIONS += ` ${preload('profile-process.mjs')}`;
  }
  const application = await startApplication({ env });
  const proxy = await startRawProxy(application, measured);
  const portkey = await startPortkey(dataFolders(application.base), measured);
  const stores = await watchStores(application);
  const stop = async () => {
    await stores.close();
    await portkey.process.stop();
    await proxy.process.stop();
    await application.stop();
  };
  try {
    const places = await preparePlaces(application.url, slots);
    const gate = `${application.sandboxUrl}/_sandbox/gate`;
    const open = { key: 'sandbox', model: 'sandbox-small' };
    const direct = openAiTarget({
      ...open,
      name: 'the double itself',
      baseUrl: `${application.sandboxUrl}/v1`,
      processes: () => ({}),
    });
    const raw = openAiTarget({
      ...open,
      name: BASELINES[0],
      baseUrl: `${proxy.url}/v1`,
      processes: () => ({ proxy: proxy.process.pid! }),
    });
    const gateway = openAiTarget({
      ...open,
      name: BASELINES[1],
      baseUrl: `${portkey.url}/v1`,
      headers: portkeyHeaders(application.sandboxUrl),
      processes: () => ({ gateway: portkey.process.pid! }),
    });
    const chat = chatTarget({
      name: 'Parlance chat',
      url: application.url,
      places,
      processes: () => processesOf(application),
      asked: stores.asked,
    });
    const { cookie, ...end } = await makeLongConversation(application);
    chat.long = {
      target: chatTarget({ name: chat.name, url: application.url, places: [end], processes: chat.processes }),
      page: { url: `${application.url}/chat/${end.conversationId}`, cookie },
    };
    const api = openAiTarget({
      name: 'Parlance API',
      baseUrl: `${application.url}/api/v1`,
      key: await makeKey(application.url, places[0]!.token),
      model: 'sandbox/small',
      processes: () => processesOf(application),
      asked: stores.asked,
    });
    chat.restart = api.restart = async () => {
      await Promise.all([application.web.restart(), application.worker.restart()]);
    };
    api.withMore = (more) => withMore(api, application, more);
    return {
      targets: [direct, raw, gateway, chat, api],
      tokensOf: rememberTokens(direct),
      takeClock: () => takeClock(application.sandboxUrl),
      waiting: async () => ((await (await fetch(gate)).json()) as { waiting: number }).waiting,
      async openGate() {
        await (await fetch(gate, { method: 'DELETE' })).text();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Names of the targets for comparison. */
export const BASELINES = ['raw proxy', 'Portkey'] as const;

function processesOf({ web, worker, redis, mariadb }: Application): Record<string, number> {
  return { web: web.pid!, worker: worker.pid!, Redis: redis.pid!, MariaDB: mariadb.pid! };
}

/**
 * A worker takes jobs only after its start, which is not visible from outside when another one is running.
 */
const STARTED_MS = 5000;

async function withMore(target: Target, application: Application, more: { webs: number; workers: number }) {
  const run = Date.now();
  const webs = await Promise.all(
    Array.from({ length: more.webs }, (_, at) => application.newWeb(`web-${run}-${at}`)),
  );
  const workers = Array.from({ length: more.workers }, (_, at) =>
    application.newWorker(`worker-${run}-${at}`),
  );
  const started = [...webs.map(({ process }) => process), ...workers];
  await Promise.all(started.map((process) => process.start()));
  if (started.length > 0) await new Promise((resolve) => setTimeout(resolve, STARTED_MS));
  const addresses = [application.url, ...webs.map(({ url }) => url)];
  return {
    target: {
      ...target,
      call(ask: Ask, slot: number): Call {
        const call = target.call(ask, slot);
        const { pathname } = call.url;
        return { ...call, url: new URL(pathname, addresses[slot % addresses.length]) };
      },
      processes: () => ({
        ...target.processes(),
        ...Object.fromEntries(started.map((process, at) => [`further ${at}`, process.pid!])),
      }),
    },
    async stop() {
      await Promise.all(started.map((process) => process.stop()));
    },
  };
}

async function startRawProxy({ base, sandboxUrl }: Application, env: Record<string, string>) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const folders = dataFolders(base);
  const proxy = new ManagedProcess({
    name: 'raw-proxy',
    command: process.execPath,
    args: [path.join(ROOT, 'tests/bench/raw-proxy.mjs')],
    env: { ...env, NODE_ENV: 'production', PORT: String(port), UPSTREAM: sandboxUrl },
    runFolder: folders.run,
    logFile: path.join(folders.logs, 'raw-proxy.log'),
    ready: (signal) => awaitAnswer(() => probeHttp(`${url}/_sandbox/health`), signal),
  });
  await proxy.start();
  return { url, process: proxy };
}

function rememberTokens(direct: Target): Stage['tokensOf'] {
  const known = new Map<number, readonly string[]>();
  return async (count) => {
    const tokens = known.get(count) ?? (await readTokens(direct, count));
    known.set(count, tokens);
    return tokens;
  };
}

async function readTokens(direct: Target, count: number): Promise<string[]> {
  const { pieces } = await recordCall(direct.call({ tokens: count, pace: 0, mark: 'words' }, 0));
  const said = Buffer.concat(pieces.map(({ bytes }) => bytes)).toString();
  const events = said.split('\n\n').filter((event) => event.startsWith('data: '));
  const tokens = events.map((event) => direct.textAfter('', event.slice('data: '.length))).filter(Boolean);
  if (tokens.length !== count) throw new Error(`The double said ${tokens.length} tokens instead of ${count}`);
  return tokens;
}

interface Seen {
  body: { messages: { content: string }[] } | null;
  writtenAt: number[];
}

async function takeClock(sandboxUrl: string): Promise<Map<string, number[]>> {
  const url = `${sandboxUrl}/_sandbox/requests`;
  const seen = (await (await fetch(url)).json()) as Seen[];
  await (await fetch(url, { method: 'DELETE' })).text();
  return new Map(
    seen.flatMap(({ body, writtenAt }) => {
      const mark = markOf(body?.messages.at(-1)?.content ?? '');
      return mark === undefined ? [] : [[mark, writtenAt]];
    }),
  );
}
