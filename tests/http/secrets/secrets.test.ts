import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { redis } from '#app/core/platform/redis.ts';
import { openProducer } from '#app/core/queue/bullmq.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { Canaries, formsOf, sightings, type Trace } from './canary.ts';
import { ECHOES } from './echo-provider.ts';
import { chat, readUsagePages, loseWorker, makeCalls, makeFailingCalls } from './flows/calls.ts';
import { meetAbsence, meetErrors } from './flows/errors.ts';
import { makeKeys, tryBadKeys } from './flows/keys.ts';
import { readOperatorPages } from './flows/operator.ts';
import { bringKeys } from './flows/own-keys.ts';
import { becomePerson, changePasswords, downloadData, savePresets } from './flows/person.ts';
import { openStage, type Stage } from './stage.ts';
import { followRedis, readFiles, readRedis, readTables, recordAnswers } from './traces.ts';

/** Text of a reply in transit, and where it waits. */
const REPLY_LOG = /^Redis (commands|list reply::id:log)$/;

/** The owner's own texts, in the file that they requested. */
const OWN_DATA = /^answer GET \/api\/user\/data 200$/;

/** The title of a conversation, the first words of its first message, beside the cost of its replies. */
const TITLES = /^answer GET \/balance 200$/;

/**
 * The places where a secret is expected; in every other place, and for all others everywhere, it is a leak.
 */
const MEANT: [secret: RegExp, places: RegExp[]][] = [
  [/^session cookie/, [/^answer POST \/register 302$/]],
  [/^confirmation of a download$/, [/^answer POST \/settings\/data 303$/]],
  [/^(second )?(access|refresh) token/, [/^answer POST \/api\/auth\/(login|refresh) 200$/]],
  // The page with this address.
  [/^verification link/, [/^answer (GET|POST) \/verify-email 200$/]],
  [/^reset link/, [/^answer (GET|POST) \/reset-password (200|400)$/]],
  [/^bad key$/, [/^answer GET \/login 200$/]],
  // The last: a key sent as a model name is repeated in the error about the unknown model.
  [
    /^key by a call$/,
    [
      /^answer POST \/api\/api-keys 201$/,
      /^answer POST \/api\/api-keys\/:id\/reveal 200$/,
      /^answer POST \/api\/api-keys 400$/,
    ],
  ],
  [/^rotated key$/, [/^answer POST \/api\/api-keys\/:id\/rotate 201$/]],
  [/^revoked key$/, [/^answer POST \/api\/api-keys 201$/]],
  [/^key by the form$/, [/^answer POST \/keys 200$/]],
  [/^secret of a webhook$/, [/^answer POST \/keys\/webhooks 200$/]],
  [/^replaced secret of a webhook$/, [/^answer POST \/keys\/webhooks\/:id 200$/]],
  // Text in transit from worker to reader, whose list is kept for slow readers for a while.
  [/^answer of/, [/^answer POST \/api\/v1\/chat\/completions 200$/, REPLY_LOG]],
  [/^answer in the chat/, [/^answer POST \/api\/ask\/openAI 200$/, /^table messages$/, REPLY_LOG, OWN_DATA]],
  [
    /^message (in the chat|for )/,
    [
      /^answer POST \/api\/ask\/openAI 200$/,
      /^table (messages|conversations)$/,
      TITLES,
      OWN_DATA,
      // The title of the chat, in the side bar of its owner's pages.
      /^answer (GET|POST) \/(?!api\/|login|register)\S* \d+$/,
    ],
  ],
  [/^words of a preset$/, [/^answer POST \/api\/presets 201$/, /^table presets$/, OWN_DATA]],
  [/^words of a template$/, [/^table prompt_templates$/, OWN_DATA]],
  [/^draft$/, [/^table drafts$/, OWN_DATA]],
];

/** For conditions that become true soon. */
const WAIT = { timeout: 90_000, interval: 50 };

const canaries = new Canaries();
const recorder = recordAnswers();
let stage: Stage;
let traces: Trace[];
let statuses: number[];

beforeAll(async () => {
  await createModel();
  for (const echo of ECHOES)
    await createModel({ id: `sandbox/${echo}`, offers: [{ provider: 'sandbox-b', upstreamModel: echo }] });
  await createModel({
    id: 'sandbox/vertex',
    endpoint: 'google',
    offers: [{ provider: 'sandbox-generate', upstreamModel: 'gemini-2.5-flash-sandbox' }],
  });
  stage = await openStage(canaries);
  const spy = await followRedis();
  const scene = { ...stage, canaries };
  const person = await becomePerson(scene);
  const key = await makeKeys(scene, person);
  await tryBadKeys(scene);
  await makeCalls(scene, key);
  await makeFailingCalls(scene, key);
  await chat(scene, person);
  await savePresets(scene, person);
  if (IS_FULL) {
    await bringKeys(scene, await becomePerson(scene));
    await loseWorker(scene, key, restartWorker);
    await readUsagePages(scene, person);
    await downloadData(scene, person);
    await readOperatorPages(person);
  }
  statuses = await meetErrors(scene, person, key);
  if (IS_FULL) await changePasswords(scene, await becomePerson(scene));
  await vi.waitFor(expectAllSettled, WAIT);
  await Promise.all([stage.mailbox.close(), stage.s3.close()]);
  statuses.push(...(await meetAbsence(scene, person, key)));
  await plantControl(scene.origin);
  await stage.stop();
  const answers = await recorder.answers();
  traces = [...answers, ...(await readTables()), ...readFiles(stage.base), spy.commands()];
  traces.push(...(await readRedis()));
  for (const [name, { bytes }] of stage.s3.objects)
    traces.push({ place: `bucket ${name}`, text: bytes.toString() });
  spy.stop();
}, 180_000);

afterAll(async () => {
  recorder.stop();
  await stage.close();
});

async function restartWorker(): Promise<void> {
  await stage.worker.kill('SIGKILL');
  await stage.worker.start();
}

async function expectAllSettled(): Promise<void> {
  const open = "SELECT id FROM generations WHERE state IN ('queued', 'running')";
  expect(await selectRows(AUTOCOMMIT, open)).toEqual([]);
}

const CONTROL = 'control';

/** Puts a canary where the search must find it, each time in another encoding. */
async function plantControl(origin: string): Promise<void> {
  const core = canaries.plant(CONTROL, (plain) => plain);
  const [plain = '', hex = '', ...base64] = formsOf(core).map(({ text }) => text);
  await fetch(`${origin}/api/v1/${plain}`);
  await recordAudit(AUTOCOMMIT, { actor: 'system:test', action: 'ban', subjectId: null, detail: { hex } });
  await redis().set('control:string', `before ${base64[0]}`);
  await redis().rPush('control:list', ['first', `x${base64[1]}y`]);
  await redis().hSet('control:hash', { field: `{"a":"${base64[2]}"}` });
  await redis().sAdd('control:set', hex.toUpperCase());
  await redis().zAdd('control:zset', { score: 1, value: plain });
  await redis().xAdd('control:stream', '*', { field: plain });
  await stage.worker.stop();
  const producer = openProducer(process.env.REDIS_URL ?? '');
  const payload = { generationId: core, attempt: 1 };
  await vi.waitFor(
    () => producer.add([{ queue: 'chat', name: 'run-generation', id: 'control', payload }]),
    WAIT,
  );
  await producer.close();
  stage.s3.objects.set('calls/control', { bytes: Buffer.from(core), storedAt: new Date() });
}

it('finds planted secrets, in every place and encoding', () => {
  const control = canaries.all.find(({ name }) => name === CONTROL)!;
  const places = new Set(
    sightings(control, traces).map(({ place }) => place.replace(control.core, ':control')),
  );
  expect([...places].sort()).toEqual([
    'Redis commands',
    'Redis hash bull:chat:control',
    'Redis hash control:hash',
    'Redis list control:list',
    'Redis set control:set',
    'Redis stream control:stream',
    'Redis string control:string',
    'Redis zset control:zset',
    'answer GET /api/v1/:control 404',
    'bucket calls/control',
    'file logs/web.log',
    'table audit_entries',
  ]);
});

it('triggered the errors that it has to check', () => {
  // The mail of a reset is written after its answer; a missing bucket is reported.
  expect(statuses).toEqual([500, 500, 500, 200, 500, 500, 500, 500, 200, 503]);
  const log = traces.find(({ place }) => place === 'file logs/web.log');
  expect(log?.text).toContain('no row is taken');
  expect(log?.text).toContain('mail not sent');
});

it('finds every secret where it is expected, and nowhere else', () => {
  const leaks: string[] = [];
  const unseen = new Set(MEANT.flatMap(([, places]) => places));
  for (const canary of canaries.all.filter(({ name }) => name !== CONTROL)) {
    const meant = MEANT.filter(([secret]) => secret.test(canary.name)).flatMap(([, places]) => places);
    for (const { place, form } of sightings(canary, traces)) {
      const allowed = meant.filter((known) => known.test(place));
      for (const known of allowed) unseen.delete(known);
      if (allowed.length === 0) leaks.push(`${canary.name} (${form}) in ${place}`);
    }
  }
  expect(leaks).toEqual([]);
  // The short run skips some of the places.
  if (IS_FULL) expect([...unseen], 'of the places in the list none is out of use').toEqual([]);
});
