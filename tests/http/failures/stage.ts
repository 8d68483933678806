import { afterAll, beforeAll } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { startSandbox, type Sandbox } from '#tests/doubles/sandbox/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { createModel } from '#tests/factories/create-model.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { startDatabaseGate, type DatabaseGate } from '#tests/setup/database-gate.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';
import { Caller } from './caller.ts';
import type { Setting } from './setting.ts';
import type { Delivery } from './delivery.ts';

/** Providers as an operator sets them up: the sandbox speaks for two of them, and two cannot be reached. */
export const HEALTHY = 'openai';
export const SECOND = 'xai';
export const REFUSES_CONNECTIONS = 'groq';
export const SPEAKS_NO_TLS = 'mistral';
export const NOT_SET_UP = 'deepseek';

export const CREDIT_MICRO = 1_000_000n;

/** What the rows happen to. */
export interface Stage {
  sandbox(): Sandbox;
  worker(): BuiltProcess;
  /** SIGKILL; whatever it ran is left to the next one. */
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** One more web process, for a row that kills it. */
  newWeb(): Promise<WebProcess>;
  gate(): DatabaseGate;
  /** Lets the caller's answers go on, once so many wait at the provider (see `held`). */
  openGate(caller: Caller, count?: number): Promise<void>;
  /** A person with money and a key, who calls the row's own model. */
  newCaller(row: Setting, delivery: Delivery): Promise<Caller>;
}

/**
 * Web and worker of the production build and the sandbox; the database is reached through a gate.
 * @param settings of both processes
 */
export function useStage(rows: readonly Setting[], settings: Record<string, string> = {}): Stage {
  let sandbox: Sandbox;
  let gate: DatabaseGate;
  let web: WebProcess;
  let worker: BuiltProcess;
  let environment: Record<string, string>;
  const webs: WebProcess[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox({ pace: 2 });
    gate = await startDatabaseGate(process.env.DATABASE_URL ?? '');
    environment = {
      DATABASE_URL: gate.url,
      OPENAI_BASE_URL: sandbox.url,
      XAI_BASE_URL: sandbox.url.replace('/v1', '/b/v1'),
      GROQ_BASE_URL: `http://127.0.0.1:${await findFreePort()}/v1`,
      MISTRAL_BASE_URL: sandbox.url.replace('http:', 'https:'),
      ...Object.fromEntries(
        ['OPENAI', 'XAI', 'GROQ', 'MISTRAL'].map((name) => [`${name}_API_KEY`, 'sk-of-the-operator']),
      ),
      LIMIT_API_CALLS_KEY: '3',
      LIMIT_API_WINDOW: '3600',
      LIMIT_API_CONCURRENT: '2',
      ...settings,
    };
    for (const [index, row] of rows.entries()) {
      await createModel({ id: modelOf(index), offers: row.offers ?? [{ provider: HEALTHY }], ...AT_ONCE });
      await row.prepare?.(modelOf(index));
    }
    web = await startWebProcess(environment);
    worker = await startWorkerProcess(environment);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([...webs, web, worker].map((one) => one.stop('SIGKILL')));
    await gate.shut();
    await sandbox.close();
  });
  return {
    sandbox: () => sandbox,
    gate: () => gate,
    openGate: ({ userId }, count) => sandboxGate(sandbox.url, userId).open(count),
    worker: () => worker,
    killWorker: () => worker.stop('SIGKILL'),
    async startWorker() {
      worker = await startWorkerProcess(environment);
    },
    async newWeb() {
      const more = await startWebProcess(environment);
      webs.push(more);
      return more;
    },
    async newCaller(row, delivery) {
      const { creditMicro = CREDIT_MICRO, key, caps } = row;
      const made = await createKey({ creditMicro, ...key });
      if (caps) await setCaps(made.userId, caps);
      return new Caller({ ...made, origin: web.origin, modelId: modelOf(rows.indexOf(row)), delivery });
    },
  };
}

/** A message whose answer waits for `openGate`, after `hold` tokens of a stream. */
export const held = ({ userId }: Caller, text: string, hold = 0) =>
  `${userId} [[sandbox: text="${text}" pace=0 gate=${userId} hold=${hold}]]`;

/** Says its words at once. */
const AT_ONCE = { upstreamModel: 'sandbox-fast' };

/** Each row has a model of its own, so that the health of its offers is nobody else's. */
function modelOf(index: number): string {
  return `matrix/row-${index}`;
}
