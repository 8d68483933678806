import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startResuming, type Resuming } from '#tests/doubles/resuming/start-resuming.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createStoryModel, resumingEnvironment } from '#tests/fixtures/resumed-calls.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { wordsOf } from '#tests/fixtures/stream-call.ts';
import type { BuildPlace, BuiltProcess } from '#tests/setup/built-process.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { startWorkerProcess } from '#tests/setup/worker-process.ts';
import { NAME, startProxy, type ProxyProcess } from '../proxies/proxy-process.ts';
import { secureClient } from '../proxies/secure-client.ts';
import { BrowserTab, startBrowser } from './browser-tab.ts';
import { buildPrevious } from './previous-build.ts';

/** The version that this one replaces: the newest that runs in production. */
const PREVIOUS = process.env['UPGRADE_FROM'] ?? 'e6ca60c2';
const CREDIT = 10_000_000_000n;
const CALLERS = 8;
/** Between two pieces of four characters: an answer takes half a minute, longer than its worker may drain. */
const PACE_MS = 100;
const TEXT = Array.from({ length: 200 }, (_, place) => `word ${place}`).join(', ');

let previous: BuildPlace;
let doubles: Resuming;
let proxy: ProxyProcess;
let browser: Browser;
let ports: [number, number];
const running = new Set<BuiltProcess>();

beforeAll(async () => {
  previous = buildPrevious(PREVIOUS);
  doubles = await startResuming();
  ports = [await findFreePort(), await findFreePort()];
  proxy = await startProxy('nginx', ports);
  browser = await startBrowser();
}, 600_000);
afterAll(async () => {
  await Promise.all(Array.from(running, (one) => one.stop('SIGKILL')));
  await browser.close();
  await proxy.close();
  await doubles.close();
});

async function startWeb(port: number, place?: BuildPlace): Promise<BuiltProcess> {
  const more = { TRUST_PROXY: '1', LEAVE_MS: '4000', DRAIN_MS: '60000' };
  const settings = {
    ...resumingEnvironment(doubles),
    ...more,
    PORT: String(port),
    APP_URL: `https://${NAME}`,
  };
  const web = await startWebProcess(settings, place);
  running.add(web);
  return web;
}

async function startWorker(place?: BuildPlace): Promise<BuiltProcess> {
  // The lease does not matter: handed-over runs continue at once.
  const settings = { ...resumingEnvironment(doubles), DRAIN_MS: '2000', RUN_LEASE_MS: '60000' };
  const worker = await startWorkerProcess(settings, place);
  running.add(worker);
  return worker;
}

async function drain(one: BuiltProcess): Promise<void> {
  await one.stop('SIGTERM');
  running.delete(one);
}

/** Requests one answer after the other. @returns the problems of each */
async function call(key: string, model: string, over: AbortSignal): Promise<string[]> {
  const { send } = secureClient(proxy);
  const problems: string[] = [];
  for (let number = 0; !over.aborted; number += 1) {
    const content = doubles.add({ text: TEXT, cut: TEXT.length, end: 'stop', manners: {}, pace: PACE_MS });
    const body = { model, stream: true, messages: [{ role: 'user', content }] };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    try {
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await send('/v1/chat/completions', sent);
      const text = await answer.text();
      if (answer.status !== 200 || wordsOf(text) !== TEXT || !text.includes('[DONE]'))
        problems.push(`call ${number}: ${answer.status} ${text.slice(-300)}`);
    } catch (error) {
      problems.push(`call ${number}: ${String(error)}`);
    }
  }
  return problems;
}

/** The scripts and styles of a page. */
async function assetsOf(path: string): Promise<string[]> {
  const answer = await secureClient(proxy).send(path);
  return [...new Set((await answer.text()).match(/\/assets\/[\w.-]+/g))];
}

async function missing(assets: readonly string[]): Promise<string[]> {
  const { send } = secureClient(proxy);
  const problems: string[] = [];
  for (const asset of assets) {
    const answer = await send(asset);
    await answer.text();
    if (answer.status !== 200) problems.push(`${answer.status} ${asset}`);
  }
  return problems;
}

/** Opens a page again and again, with all its assets, from any process. */
async function browse(over: AbortSignal): Promise<string[]> {
  const problems: string[] = [];
  while (!over.aborted) {
    const assets = await assetsOf('/login');
    if (assets.length < 5) problems.push('a page named no scripts');
    problems.push(...(await missing(assets)));
    await sleep(100);
  }
  return problems;
}

it('answers every call and keeps open tabs working through an upgrade and a rollback behind nginx', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const model = await createStoryModel('upgrade', ['openai']);
  const [oldWeb, oldWorker] = [await startWeb(ports[0], previous), await startWorker(previous)];
  const assetsOfOld = await assetsOf('/login');
  const oldTab = await BrowserTab.open(browser, proxy);
  const over = new AbortController();
  const load = Promise.all([
    browse(over.signal),
    ...Array.from({ length: CALLERS }, () => call(owner.value, model, over.signal)),
  ]);

  const newWorker = await startWorker();
  await drain(oldWorker);
  const newWeb = await startWeb(ports[1]);
  await drain(oldWeb);
  const assetsOfNew = await assetsOf('/login');
  const newTab = await BrowserTab.open(browser, proxy);
  expect(await missing(assetsOfOld)).toEqual([]);
  await oldTab.follow('/usage', /usage/i);

  const [webAgain, workerAgain] = [await startWeb(ports[0], previous), await startWorker(previous)];
  await drain(newWeb);
  await drain(newWorker);
  expect(await missing(assetsOfNew)).toEqual([]);
  await newTab.follow('/usage', /usage/i);
  await oldTab.follow('/keys', /keys/i);
  for (const { problems, reloads } of [oldTab, newTab])
    expect({ problems, reloads }).toEqual({ problems: [], reloads: 0 });
  over.abort();
  expect((await load).flat()).toEqual([]);
  expect([webAgain.output(), workerAgain.output()].join('').match(/"level":[56]0.*/g) ?? []).toEqual([]);

  const runs = await selectRows<{ state: string; attempt: number; charged: string }>(
    AUTOCOMMIT,
    'SELECT state, attempt, charged_micro AS charged FROM generations WHERE user_id = ?',
    [owner.userId],
  );
  expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['done']));
  // Without handed-over answers the test would prove nothing.
  expect(runs.filter(({ attempt }) => attempt > 1).length).toBeGreaterThanOrEqual(CALLERS);
  expect(assetsOfNew).not.toEqual(assetsOfOld);
  const charged = runs.reduce((sum, run) => sum + BigInt(run.charged), 0n);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - charged);
  const twice = await selectRow(
    AUTOCOMMIT,
    "SELECT reference FROM ledger_entries WHERE reference LIKE 'charge:%' GROUP BY reference HAVING COUNT(*) > 1",
  );
  expect(twice).toBeUndefined();
  console.log(
    `${runs.length} answers, ${runs.filter(({ attempt }) => attempt > 1).length} of them handed over`,
  );
}, 900_000);
