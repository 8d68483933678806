import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { readDirective, type Directive } from './directive.ts';
import type { Ask, Job, Received, Reply, Stage, Wire } from './wire.ts';

/** The state of a double while it answers. */
export interface DoubleState {
  /** Accepted orders. */
  jobs: Job[];
  /** Bytes of its last endless answer. */
  poured: number;
  /** Duration of a job in milliseconds; null: until it was polled as often as its directive says. */
  delayMs: number | null;
  /** Number of accepted orders. */
  taken: number;
  /** The result bytes in an answer whose results have no address. */
  draw(job: Job): Promise<Buffer>;
}

export interface Scene {
  wire: Wire;
  received: Received;
  /** The address of the wire. */
  place: string;
  response: ServerResponse;
  double: DoubleState;
  key: string;
}

/** Older jobs are dropped. */
const MAX_JOBS = 20_000;

/** The makers wait this long for the challenge. */
const PATIENCE_MS = 3000;

/** Answers one request as its wire does, with the faults of its directive. */
export async function answerRequest(scene: Scene): Promise<void> {
  const { wire, received, double, response, key } = scene;
  if (!wire.isOpen(received.headers, key))
    return send(response, wire.error(401, `bad key ${key}`, null, false));
  const ask = wire.read(received);
  switch (ask.act) {
    case 'order':
      return takeOrder(scene, ask);
    case 'list':
      return send(response, { status: 200, json: wire.list?.(double.jobs.toReversed()) });
    case 'none':
      return send(response, wire.error(404, 'there is no such call', null, false));
    default:
      return askAbout(scene, ask);
  }
}

async function takeOrder(scene: Scene, ask: Extract<Ask, { act: 'order' }>): Promise<void> {
  const { wire, response, double, place } = scene;
  const unknown = Object.keys(ask.fields).find((name) => !wire.takes.includes(name));
  if (unknown !== undefined) return send(response, wire.error(400, `${unknown} is unknown`, unknown, false));
  const prompt = typeof ask.prompt === 'string' ? ask.prompt : '';
  if (prompt === '') return send(response, wire.error(400, 'Field required', 'prompt', false));
  const directive = readDirective(prompt);
  const isFaulty = directive.at === 'order' && directive.fault !== null;
  if (isFaulty && directive.fault !== 'lost') return spoil(scene, directive);
  if (wire.asksAddress && !(await returnsChallenge(ask.webhook)))
    return send(response, wire.error(400, 'callback_url does not say back the challenge', null, false));
  const job = newJob(ask, prompt, directive, scene);
  double.jobs.push(job);
  if (double.jobs.length > MAX_JOBS) double.jobs.shift();
  if (directive.fault === 'lost') {
    response.destroy();
    return;
  }
  const taken = wire.taken(job, place);
  if (taken === null) job.picture = (await double.draw(job)).toString('base64');
  return send(response, taken === null ? wire.look(job, directive.end, place) : { status: 200, json: taken });
}

async function askAbout(scene: Scene, ask: { act: 'look' | 'result' | 'cancel'; id: string }): Promise<void> {
  const { wire, response, double, place } = scene;
  const job = double.jobs.find(({ id, key }) => id === ask.id || (key !== null && key === ask.id));
  if (!job) return send(response, wire.error(404, 'there is no such job', null, false));
  const { directive } = job;
  const call = ask.act === 'cancel' ? 'cancel' : 'look';
  if (directive.fault !== null && directive.at === call) return spoil(scene, directive);
  if (ask.act === 'cancel') {
    const before = stageOf(job);
    if (before === 'waiting') job.isCancelled = true;
    return send(
      response,
      wire.cancel?.(job, before) ?? wire.error(404, 'there is no such call', null, false),
    );
  }
  if (ask.act === 'result') return send(response, (wire.result ?? wire.look)(job, stageOf(job), place));
  const stage = stageOf(job);
  job.looksLeft -= 1;
  return send(response, wire.look(job, stage, place));
}

function stageOf(job: Job): Stage {
  if (job.isCancelled) return 'cancelled';
  const isWaiting = job.endsAt === null ? job.looksLeft > 0 : Date.now() < job.endsAt;
  return isWaiting ? 'waiting' : job.directive.end;
}

function newJob(
  ask: Extract<Ask, { act: 'order' }>,
  prompt: string,
  directive: Directive,
  scene: Scene,
): Job {
  const { double, received } = scene;
  double.taken += 1;
  const number = double.taken;
  const delay = directive.delay ?? double.delayMs;
  const startedAt = Date.now();
  const count = Number(ask.count ?? 1);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: `job-${number}`,
    prompt,
    count,
    directive,
    looksLeft: directive.looks,
    startedAt,
    endsAt: delay === null ? null : startedAt + delay,
    fields: ask.fields,
    files: received.files,
    key: text(ask.key),
    webhook: text(ask.webhook),
    isCancelled: false,
    model: ask.model,
    results: Array.from(
      { length: count },
      (_none, place) => directive.result ?? `${scene.place}/results/job-${number}-${place}.bin`,
    ),
    picture: '',
  };
}

const ENDLESS = '"and so on", '.repeat(5000);

/** All kinds of misbehaviour of a provider. */
async function spoil({ wire, response, double, place, key }: Scene, directive: Directive): Promise<void> {
  const { fault, retry, words } = directive;
  switch (fault) {
    case 'no-json':
      return write(response, 'application/json', '{"id": ');
    case 'list':
      return write(response, 'application/json', '[]');
    case 'empty':
      return write(response, 'application/json', '{}');
    case 'html':
      return write(response, 'text/html', '<html><body>Welcome</body></html>');
    case 'hang':
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id": "jo');
      setTimeout(() => response.destroy(), 20);
      return;
    case 'redirect':
      response.writeHead(307, { location: `${new URL(place).origin}/elsewhere` }).end();
      return;
    case 'endless': {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"all": [');
      const closed = once(response, 'close');
      while (!response.destroyed) {
        double.poured += ENDLESS.length;
        if (!response.write(ENDLESS)) await Promise.race([once(response, 'drain'), closed]);
      }
      return;
    }
    case 'filter':
      return send(response, wire.error(400, 'this is against our content policy', null, true));
    case 'hostile':
      return send(
        response,
        wire.error(400, `${key}\u0000\u202e${words} `.repeat(1000), 'x'.repeat(3000), false),
      );
    default: {
      const status = Number(fault);
      const reply = wire.error(status, `${words} ${key}`, status === 400 ? 'prompt' : null, false);
      return send(response, retry === null ? reply : { ...reply, headers: { 'retry-after': retry } });
    }
  }
}

function send(response: ServerResponse, { status, json, events, headers }: Reply): void {
  if (events) {
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  } else if (json === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
}

function write(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}

/** Whether an address returns a challenge. Addresses outside of this machine are trusted. */
async function returnsChallenge(address: unknown): Promise<boolean> {
  if (typeof address !== 'string' || new URL(address).hostname !== '127.0.0.1') return true;
  const challenge = randomUUID();
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ challenge }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok && ((await answer.json()) as { challenge?: unknown }).challenge === challenge;
  } catch {
    return false;
  }
}
