import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The behaviour of a provider of long jobs for the next orders. */
export interface JobRules {
  /** Number of polls that find a job unfinished before one finds it ended. */
  looks: number;
  /**
   * The handling of an order: `lost-answer` accepts it and closes the connection, `refused` does not accept
   * it, `unlisted` accepts it, closes the connection and does not list it later.
   */
  order: 'taken' | 'lost-answer' | 'refused' | 'unlisted';
  /** Whether a cancelled job is billed all the same, and continues. */
  cancel: 'unbilled' | 'billed';
  /** Whether a poll of a job gets its state, or a refusal because the provider is busy. */
  look: 'state' | 'busy';
  /** The label of jobs that fail. */
  failing: string | null;
  /** Milliseconds after which it asks to be polled again; null: it does not say. */
  retryAfterMs: number | null;
  /** Milliseconds before each of its answers. */
  answerMs: number;
}

interface Job {
  id: string;
  key: string;
  label: string;
  looksLeft: number;
  cancelled: boolean;
  unlisted: boolean;
}

/** A provider that works on orders asynchronously and is polled until they have ended, over real HTTP. */
export interface JobsDouble {
  url: string;
  rules: JobRules;
  /** All accepted orders, in order. */
  jobs: Job[];
  /** Orders that have arrived, refused ones too. */
  asked: number;
  looks: number;
  /** Orders that it has accepted and not answered yet. */
  answering: number;
  reset(): void;
  close(): Promise<void>;
}

const RULES: JobRules = {
  looks: 2,
  order: 'taken',
  cancel: 'unbilled',
  look: 'state',
  failing: null,
  retryAfterMs: 10,
  answerMs: 0,
};
/** Tokens that each job bills. */
export const JOB_USAGE = { promptTokens: 10, completionTokens: 20 } as const;

export async function startJobs(): Promise<JobsDouble> {
  const double: JobsDouble = {
    url: '',
    rules: { ...RULES },
    jobs: [],
    asked: 0,
    looks: 0,
    answering: 0,
    reset() {
      Object.assign(this, { rules: { ...RULES }, jobs: [], asked: 0, looks: 0 });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => void answer(request, response, double));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return double;
}

async function answer(request: IncomingMessage, response: ServerResponse, double: JobsDouble): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://jobs');
  const [, , id, act] = pathname.split('/');
  const job = double.jobs.find((one) => one.id === id);
  if (request.method === 'POST' && id === undefined) return take(request, response, double);
  await sleep(double.rules.answerMs);
  if (id === undefined) {
    const found = double.jobs.find(({ key, unlisted }) => key === searchParams.get('key') && !unlisted);
    return send(response, 200, { id: found?.id ?? null });
  }
  if (!job) return send(response, 404, { error: 'no such job' });
  if (act === 'cancel') {
    job.cancelled = double.rules.cancel === 'unbilled';
    return send(response, 200, { billed: !job.cancelled });
  }
  double.looks += 1;
  if (double.rules.look === 'busy') return send(response, 503, { error: 'busy' });
  if (double.rules.failing === job.label) return send(response, 422, { error: 'it has failed' });
  job.looksLeft -= 1;
  const { retryAfterMs } = double.rules;
  if (job.looksLeft >= 0) return send(response, 200, { state: 'at work', retryAfterMs });
  return send(response, 200, { state: 'ended', text: `Made of ${job.label}.`, usage: JOB_USAGE });
}

async function take(request: IncomingMessage, response: ServerResponse, double: JobsDouble): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const { key, label } = JSON.parse(Buffer.concat(parts).toString()) as { key: string; label: string };
  const { order, looks } = double.rules;
  double.asked += 1;
  if (order === 'refused') return send(response, 422, { error: 'not this' });
  // It does not compare keys: a repeated order is made twice.
  const job = { id: randomUUID(), key, label, looksLeft: looks, cancelled: false };
  double.jobs.push({ ...job, unlisted: order === 'unlisted' });
  // An order may be accepted long before it is answered.
  double.answering += 1;
  await sleep(double.rules.answerMs);
  double.answering -= 1;
  if (order === 'taken') return send(response, 201, { id: job.id });
  response.destroy();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
