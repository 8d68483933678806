import { createClient } from 'redis';
import type { Application } from '#tests/setup/start-application.ts';

/** One way to hurt the application, and to make it whole again. */
export interface Strike {
  name: string;
  strike(application: Application): Promise<void>;
  heal(application: Application): Promise<void>;
}

type Part = 'web' | 'worker' | 'redis' | 'mariadb';

function killing(...parts: Part[]): Strike {
  return {
    name: `kill -9 of ${parts.join(' and ')}`,
    async strike(application) {
      await Promise.all(parts.map((part) => application[part].kill('SIGKILL')));
    },
    async heal(application) {
      await Promise.all(parts.map((part) => application[part].start()));
    },
  };
}

const flushing: Strike = {
  name: 'FLUSHALL',
  async strike(application) {
    const client = createClient({ url: application.redisUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.flushAll();
    await client.close();
  },
  async heal() {
    // Nothing to start: the rows ring again and the worker writes its logs anew.
  },
};

const pausing: Strike = {
  name: 'SIGSTOP of the worker past its lease',
  async strike(application) {
    // A second worker takes over what the first one holds while it sleeps.
    const second = application.newWorker(`worker-${Date.now()}`);
    await second.start();
    await application.worker.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 2 * Number(application.env.RUN_LEASE_MS)));
    await application.worker.kill('SIGCONT');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await second.stop();
  },
  async heal() {
    // It has woken up by itself.
  },
};

export const STRIKES: readonly Strike[] = [
  killing('web'),
  killing('worker'),
  killing('redis'),
  killing('mariadb'),
  killing('web', 'worker'),
  flushing,
  pausing,
];
