import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import { audit } from '#tests/faults/audit.ts';
import { createPerson } from '#tests/faults/crowd/person.ts';
import type { Recordings } from '#tests/faults/crowd/recording.ts';
import { allEnded } from '#tests/faults/round.ts';
import { startApplication, type Application } from '#tests/setup/start-application.ts';

const PRELOAD = pathToFileURL(path.resolve('tests/faults/full-log/full-output.mjs')).href;
const FULL_LOG = {
  NODE_OPTIONS: `--import ${PRELOAD}`,
  METRICS_TOKEN: 'a token of this test',
  DRAIN_MS: '1000',
  LOG_LEVEL: 'info',
};

let application: Application;
let web: { process: ManagedProcess; url: string };
let worker: ManagedProcess;

beforeAll(async () => {
  application = await startApplication();
  web = await application.newWeb('full-web', FULL_LOG);
  worker = application.newWorker('full-worker', FULL_LOG);
  await application.worker.stop();
  await web.process.start();
  await worker.start();
}, 300_000);

afterAll(() => application.stop());

it('answers while neither web nor worker can write a log line, and reports it once', async () => {
  const recordings: Recordings = { sends: [], replies: new Map() };
  const person = await createPerson(() => web.url, recordings);
  for (const name of ['one', 'two', 'three']) await person.send(`Say [[sandbox: text="${name}" pace=0]]`);
  await allEnded(recordings, application.databaseUrl);
  expect((await audit(application.databaseUrl, recordings)).problems).toEqual([]);
  person.leave();
  const metrics = await fetch(`${web.url}/metrics`, {
    headers: { authorization: `Bearer ${FULL_LOG.METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toContain('parlance_lost_log_lines_total');
  for (const name of ['full-web', 'full-worker'])
    expect(
      readFileSync(path.join(application.base, 'logs', `${name}.log`), 'utf8').match(
        /The log cannot be written/g,
      ),
    ).toHaveLength(1);
});

it('ends both at SIGTERM', async () => {
  for (const process of [web.process, worker]) {
    const ended = once(process, 'ended');
    await process.kill('SIGTERM');
    expect(await ended).toEqual([{ code: 0, signal: null }]);
  }
});
