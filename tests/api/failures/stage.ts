import { afterAll, beforeAll } from 'vitest';
import { config } from '#app/core/platform/config.ts';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useApi } from '#tests/setup/api.ts';
import { startWorker, type RunningWorker } from '#worker/start-worker.ts';
import { Caller } from './caller.ts';
import type { Setting } from './setting.ts';
import type { Delivery } from './delivery.ts';

/**
 * Providers as an operator configures them: the sandbox represents two of them, and two cannot be reached.
 */
export const HEALTHY = 'openai';
export const SECOND = 'xai';
export const REFUSES_CONNECTIONS = 'groq';
export const SPEAKS_NO_TLS = 'mistral';
export const NOT_SET_UP = 'deepseek';

export const CREDIT_MICRO = 1_000_000n;

/** The parts that the rows act on. */
export interface Stage {
  sandbox(): Sandbox;
  /** Lets the caller's answers continue, once so many wait at the provider (see `held`). */
  openGate(caller: Caller, count?: number): Promise<void>;
  /** A user with money and a key, who calls the row's own model. */
  newCaller(row: Setting, delivery: Delivery): Promise<Caller>;
}

/**
 * API, worker and sandbox in this process.
 * @param settings of this process
 */
export function failureStage(rows: readonly Setting[], settings: Record<string, string> = {}): Stage {
  let sandbox: Sandbox;
  let worker: RunningWorker;
  beforeAll(async () => {
    sandbox = await startSandbox({ pace: 2 });
    Object.assign(process.env, await settingsOf(sandbox));
    await createModels(rows);
  });
  const api = useApi({ SANDBOX: 'false', ...settings });
  beforeAll(() => {
    worker = startWorker(config());
  });
  afterAll(async () => {
    await worker.stop();
    await sandbox.close();
  });
  return {
    sandbox: () => sandbox,
    openGate: ({ userId }, count) => sandboxGate(sandbox.url, userId).open(count),
    newCaller: (row, delivery) => callerOf(row, { origin: api.origin(), rows, delivery }),
  };
}

/** Settings with the sandbox and two dead ends as the providers. */
export async function settingsOf(sandbox: Sandbox): Promise<Record<string, string>> {
  return {
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
  };
}

/** Creates the model of each row. */
export async function createModels(rows: readonly Setting[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    await createModel({ id: modelOf(index), offers: row.offers ?? [{ provider: HEALTHY }], ...AT_ONCE });
    await row.prepare?.(modelOf(index));
  }
}

/** Creates a user with the money and the key of a row. */
export async function callerOf(
  row: Setting,
  { origin, rows, delivery }: { origin: string; rows: readonly Setting[]; delivery: Delivery },
): Promise<Caller> {
  const { creditMicro = CREDIT_MICRO, key, caps } = row;
  const made = await createKey({ creditMicro, ...key });
  if (caps) await setCaps(made.userId, caps);
  return new Caller({ ...made, origin, modelId: modelOf(rows.indexOf(row)), delivery });
}

/** A message whose answer waits for `openGate`, after `hold` tokens of a stream. */
export const held = ({ userId }: Caller, text: string, hold = 0) =>
  `${userId} [[sandbox: text="${text}" pace=0 gate=${userId} hold=${hold}]]`;

/** Outputs its text at once. */
const AT_ONCE = { upstreamModel: 'sandbox-fast' };

/** Each row has a model of its own, so that rows do not share the health of offers. */
function modelOf(index: number): string {
  return `matrix/row-${index}`;
}
