import { createClient } from 'redis';
import type { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import type { Application } from '#tests/setup/start-application.ts';

/** One way to break the application, and to repair it. */
export interface Fault {
  name: string;
  /** Workers die of it, and not the database in which their runs are closed. */
  killsWorker?: boolean;
  /** Preparation before the replies of a round begin. */
  prepare?(application: Application): Promise<void>;
  inject(application: Application): Promise<void>;
  recover(application: Application): Promise<void>;
}

type Part = 'web' | 'worker' | 'redis' | 'mariadb';

function killing(...parts: Part[]): Fault {
  return {
    name: `kill -9 of ${parts.join(' and ')}`,
    killsWorker: parts.includes('worker'),
    async inject(application) {
      await Promise.all(parts.map((part) => application[part].kill('SIGKILL')));
    },
    async recover(application) {
      await Promise.all(parts.map((part) => application[part].start()));
    },
  };
}

const flushing: Fault = {
  name: 'FLUSHALL',
  async inject(application) {
    const client = await connectRedis(application);
    await client.flushAll();
    await client.close();
  },
  async recover() {
    // Nothing to start: the rows are enqueued again and the worker rewrites its logs.
  },
};

/** A worker that is paused past its lease, while a second one takes over its runs. */
function pausing(): Fault {
  let second: ManagedProcess | undefined;
  return {
    name: 'SIGSTOP of the worker past its lease',
    async prepare(application) {
      const before = await workersIn(application);
      second = application.newWorker(`worker-${Date.now()}`);
      await second.start();
      while ([...(await workersIn(application))].every((id) => before.has(id))) await pause(50);
    },
    async inject(application) {
      await application.worker.kill('SIGSTOP');
    },
    async recover(application) {
      await pause(2 * Number(application.env.RUN_LEASE_MS));
      await application.worker.kill('SIGCONT');
      await pause(500);
      await second?.stop();
    },
  };
}

/** Our own processes die. */
export const PROCESS_FAULTS = [killing('web'), killing('worker'), killing('web', 'worker')];

/** Their services die. */
export const SERVICE_FAULTS = [killing('redis'), killing('mariadb')];

/** Their services lose data, or a paused worker returns. */
export const FLUSH_AND_PAUSE = [flushing, pausing()];

/** The registered workers, by their ids. */
async function workersIn(application: Application): Promise<Set<string>> {
  const client = await connectRedis(application);
  const ids = await client.zRange('workers', 0, -1);
  await client.close();
  return new Set(ids);
}

async function connectRedis({ redisUrl }: Application) {
  const client = createClient({ url: redisUrl });
  client.on('error', () => undefined);
  return client.connect();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
