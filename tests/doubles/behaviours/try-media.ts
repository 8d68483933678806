import { ProviderError } from '#app/core/providers/contract.ts';
import type { MediaEvent, MediaJobAdapter, OrderContext } from '#app/core/providers/media/contract.ts';
import { MEDIA_KEY, startMedia, type MediaDouble } from '#app/sandbox/media/start-media.ts';
import type { MediaBehaviour, MediaOutcome } from './media-behaviour.ts';
import { makerOf, type MediaSubject } from './media-subjects.ts';
import { differences } from './outcome.ts';

const KEY = '0197a1b2-our-key';
const WEBHOOK = `https://parlance.example/api/webhooks/media/${KEY}`;
/** Polls after which a job counts as never ending. */
const MAX_POLLS = 5;
const LEAVE_MS = 100;

type AnyRequest = Parameters<MediaJobAdapter<never>['order']>[0];

/**
 * Runs one behaviour of a double and checks the adapter's outcome.
 * @returns the mismatches, one per line
 */
export async function tryMedia(subject: MediaSubject, behaviour: MediaBehaviour): Promise<string[]> {
  const double = await startMedia();
  try {
    const outcome = await outcomeOf(subject, behaviour, double);
    const expected =
      typeof behaviour.expected === 'function' ? behaviour.expected(subject) : behaviour.expected;
    const wrong = Object.entries(expected).flatMap(([name, wanted]) =>
      differences(name, outcome[name as keyof MediaOutcome], wanted),
    );
    const said = JSON.stringify([outcome.error, outcome.refused]);
    const leaks = MEDIA_KEY.split(':').filter((half) => said.includes(half));
    if (leaks.length > 0) wrong.push('the key stands in what was said');
    if ((outcome.error?.message.length ?? 0) > 512 || (outcome.error?.param?.length ?? 0) > 512)
      wrong.push('a text without end');
    if (/[\p{Cc}]/u.test(outcome.error?.message ?? '')) wrong.push('control characters');
    return wrong;
  } finally {
    await double.close();
  }
}

async function outcomeOf(
  subject: MediaSubject,
  behaviour: MediaBehaviour,
  double: MediaDouble,
): Promise<MediaOutcome> {
  const outcome: MediaOutcome = {
    taken: 0,
    heard: false,
    progress: [],
    pieces: [],
    partials: 0,
    headers: [],
    refused: [],
    usage: null,
    error: null,
    threwReason: false,
    found: null,
    cancelled: null,
    strayed: false,
    left: false,
    poured: 0,
  };
  const leaving = new AbortController();
  const reason = new Error('we left');
  if (behaviour.next === 'leave') setTimeout(() => leaving.abort(reason), LEAVE_MS);
  const context: OrderContext = {
    signal: leaving.signal,
    credentials: { apiKey: MEDIA_KEY, baseUrl: double.url(subject.wire) },
    onAccepted: () => (outcome.heard = true),
    key: KEY,
    webhookUrl: behaviour.next === 'find-unreached' ? null : WEBHOOK,
  };
  const step: { at: NonNullable<MediaOutcome['error']>['at'] } = { at: 'order' };
  try {
    await run({ subject, behaviour, context, outcome, double, step });
  } catch (error) {
    outcome.threwReason = error === reason;
    if (!outcome.threwReason) outcome.error = { at: step.at, ...readError(error) };
  }
  outcome.taken = double.jobs.length;
  outcome.strayed = double.strays > 0;
  outcome.left = await seen(() => double.left > 0, behaviour);
  outcome.poured = double.poured;
  return outcome;
}

interface Run {
  subject: MediaSubject;
  behaviour: MediaBehaviour;
  context: OrderContext;
  outcome: MediaOutcome;
  double: MediaDouble;
  step: { at: NonNullable<MediaOutcome['error']>['at'] };
}

async function run({ subject, behaviour, context, outcome, double, step }: Run): Promise<void> {
  const maker = makerOf(subject);
  const request = {
    model: subject.model,
    prompt: `A red boat. [[sandbox: ${behaviour.directive}]]`,
    ...(subject.makes === 'pictures' && { count: behaviour.count ?? 1, images: [] }),
    ...subject.options,
    ...(behaviour.isBadOption && { quality: 'splendid' }),
  } as unknown as AnyRequest;
  const own = double.url(subject.wire);
  if ('adapter' in maker) {
    for await (const event of maker.adapter.create(request, context)) addEvent(outcome, event, own);
    return;
  }
  const jobs: MediaJobAdapter<never> = maker.jobs;
  if (behaviour.next?.startsWith('find')) return find({ jobs, request, context, outcome, double, step });
  const jobId = await jobs.order(request, context);
  if (jobId.length > 255) throw new Error(`a name of ${jobId.length} letters`);
  const about = { ...context, model: subject.model };
  if (behaviour.next?.startsWith('cancel')) {
    step.at = 'cancel';
    outcome.cancelled = await jobs.cancel(jobId, about);
    if (behaviour.next === 'cancel') return;
  }
  step.at = 'look';
  for (let looks = 0; looks < MAX_POLLS; looks += 1) {
    const look = await jobs.poll(jobId, about);
    if (look.state === 'ended') {
      for (const event of look.events) addEvent(outcome, event, own);
      return;
    }
    if (look.done !== undefined) outcome.progress.push(look.done);
  }
}

/** Searches for an order whose answer was lost, or which never reached the provider. */
async function find({
  jobs,
  request,
  context,
  outcome,
  double,
  step,
}: Omit<Run, 'subject' | 'behaviour'> & {
  jobs: MediaJobAdapter<never>;
  request: AnyRequest;
}): Promise<void> {
  // An order of another client, before and after.
  const stranger = { ...context, key: 'another', webhookUrl: `${WEBHOOK}-another` };
  const plain = { ...(request as object), prompt: 'A red boat.' } as unknown as AnyRequest;
  await jobs.order(plain, stranger);
  const lost = await jobs.order(request, context).catch((error: unknown) => error);
  if (!(lost instanceof ProviderError)) throw new Error('the order was not lost');
  await jobs.order(plain, { ...stranger, key: 'a-third', webhookUrl: `${WEBHOOK}-a-third` });
  step.at = 'find';
  const found = await jobs.find(request, context);
  const ours = double.jobs.find(({ directive }) => directive.fault === 'lost');
  outcome.found = found === null ? 'nothing' : ours && found.endsWith(ours.id) ? 'order' : 'another';
  if (found !== null) await jobs.poll(found, { ...context, model: double.jobs[0]!.model });
  double.jobs.splice(0, double.jobs.length, ...(ours ? [ours] : []));
}

function addEvent(outcome: MediaOutcome, event: MediaEvent, own: string): void {
  switch (event.type) {
    case 'progress':
      outcome.progress.push(event.done);
      return;
    case 'partial':
      outcome.partials += event.bytes.length > 0 ? 1 : 0;
      return;
    case 'refused':
      outcome.refused.push(event.reason ? 'said' : 'unsaid');
      return;
    case 'usage':
      outcome.usage = event.usage;
      return;
    default: {
      const { source, index } = event;
      if (index !== outcome.pieces.length) throw new Error(`a piece with the number ${index}`);
      if ('bytes' in source) outcome.pieces.push(source.bytes.length > 0 ? 'bytes' : 'nothing');
      else outcome.pieces.push(new URL(source.url).origin === new URL(own).origin ? 'own' : source.url);
      if ('url' in source) outcome.headers.push(...Object.keys(source.headers ?? {}));
    }
  }
}

function readError(error: unknown): Omit<NonNullable<MediaOutcome['error']>, 'at'> {
  if (!(error instanceof ProviderError)) throw error;
  const { code, status, retryable, retryAfterMs, param, message } = error;
  const isSurelyRefused = status !== null && status >= 400 && status <= 499;
  return { code, isSurelyRefused, retryable, retryAfterMs, param, message };
}

/** Whether a condition becomes true within a second, if the behaviour expects it. */
async function seen(isSeen: () => boolean, { directive, next }: MediaBehaviour): Promise<boolean> {
  if (next !== 'leave' && !directive.includes('endless')) return isSeen();
  for (let waited = 0; waited < 5000 && !isSeen(); waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return isSeen();
}
