import { afterAll, beforeAll } from 'vitest';
import { callerOf, createModels, settingsOf, type Stage } from '#tests/api/failures/stage.ts';
import type { Setting } from '#tests/api/failures/setting.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import type { BuiltProcess } from '#tests/setup/built-process.ts';
import { startDatabaseGate, type DatabaseGate } from '#tests/setup/database-gate.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';

/** Processes that a row may kill. */
export interface StageOfProcesses extends Stage {
  worker(): BuiltProcess;
  /** SIGKILL; another worker takes over its runs. */
  killWorker(): Promise<void>;
  startWorker(): Promise<void>;
  /** One more web process, for a row that kills it. */
  newWeb(): Promise<WebProcess>;
  gate(): DatabaseGate;
}

/** Web and worker of the production build and the sandbox; the database is reached through a gate. */
export function useProcesses(rows: readonly Setting[]): StageOfProcesses {
  let sandbox: Sandbox;
  let gate: DatabaseGate;
  let web: WebProcess;
  let worker: BuiltProcess;
  let environment: Record<string, string>;
  const webs: WebProcess[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox({ pace: 2 });
    gate = await startDatabaseGate(process.env.DATABASE_URL ?? '');
    environment = { DATABASE_URL: gate.url, ...(await settingsOf(sandbox)) };
    await createModels(rows);
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
    newCaller: (row, delivery) => callerOf(row, { origin: web.origin, rows, delivery }),
  };
}
