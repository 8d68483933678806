import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  MediaContext,
  MediaInput,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { secretsOf } from '#app/core/providers/media/shared/failure.ts';
import {
  as,
  dataUrl,
  oneOf,
  refusedField,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import { inside, validJobId } from '#app/core/providers/media/shared/pieces.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import {
  jobNamed,
  objectIn,
  type WebhookCall,
  type WebhookReport,
} from '#app/core/providers/media/shared/webhooks.ts';
import type { Provider } from '#app/core/providers/provider.ts';
import { readFile, readFirstTask, readSecondTask, throwIfFailed } from './answers.ts';

/** Video adapter for MiniMax, over the wire that the model speaks. */
export const minimaxVideos: MediaJobAdapter<VideoRequest> = {
  id: 'minimax-videos',
  maxPieces: 1,
  check: (request) => void toAnyOrder(request, UNSENT),
  async order(request, context) {
    try {
      return await sendOrder(request, context);
    } catch (error) {
      // The provider sent a challenge to our address and got no answer: order without a webhook, and rely on
      // polling.
      if (context.webhookUrl === null || !isOfCallback(error)) throw error;
      return sendOrder(request, { ...context, webhookUrl: null });
    }
  },
  /** The list contains no key of ours, and two users may have ordered the same. */
  find: () => Promise.resolve(null),
  poll: (jobId, context) =>
    isSecondWire(context.model)
      ? pollSecond(validJobId(jobId), context)
      : pollFirst(validJobId(jobId), context),
  /** The API cannot cancel. */
  cancel: () => Promise.resolve(false),
};

/** Below this path the same host serves chat; the operator sets one address for all. */
const CONVERSATIONS = '/v1';

const FIRST_FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  firstFrame: (image) => ({ first_frame_image: dataUrl(image) }),
  lastFrame: (image) => ({ last_frame_image: dataUrl(image) }),
  seconds: oneOf('seconds', [6, 10], (duration) => ({ duration })),
  resolution: oneOf('resolution', ['512P', '768P', '1080P'], (resolution) => ({ resolution })),
};

type Reporting = Pick<OrderContext, 'webhookUrl'>;

const MAX_CHARACTERS = 7000;

const SECOND_FIELDS: Writers<Omit<VideoRequest, 'prompt' | 'firstFrame' | 'lastFrame' | 'video'>> = {
  seconds: within('seconds', [4, 15], (duration) => ({ duration })),
  resolution: oneOf('resolution', ['768P', '2K'], (resolution) => ({ resolution })),
  aspectRatio: (ratio) => ({ ratio }),
};

async function sendOrder(request: VideoRequest, context: OrderContext): Promise<string> {
  const isSecond = isSecondWire(request.model);
  const url = minimaxUrl(context, `/${isSecond ? 'v2' : 'v1'}/video_generation`);
  const json = toAnyOrder(request, context);
  const { task_id: id } = await ask({ method: 'POST', url, json, about: 'order' }, context);
  return validJobId(id);
}

function toAnyOrder(request: VideoRequest, reporting: Pick<OrderContext, 'webhookUrl'>): object {
  return isSecondWire(request.model) ? toSecondOrder(request, reporting) : toFirstOrder(request, reporting);
}

/** Whether an order was refused because of its callback address; nothing was ordered then. */
function isOfCallback(error: unknown): boolean {
  return error instanceof ProviderError && error.status === 400 && /callback|challenge/i.test(error.message);
}

async function pollSecond(taskId: string, context: MediaContext): Promise<PollResult> {
  const url = minimaxUrl(context, `/v2/query/video_generation/${taskId}`);
  const task = await ask({ method: 'GET', url, about: 'job' }, context);
  return readSecondTask(task, secretsOf(context.credentials));
}

/** The task names a file, and the file has an address. */
async function pollFirst(taskId: string, context: MediaContext): Promise<PollResult> {
  const url = minimaxUrl(context, '/v1/query/video_generation');
  url.searchParams.set('task_id', taskId);
  const secrets = secretsOf(context.credentials);
  const { signal, credentials } = context;
  const asked: Call = { method: 'GET', url, headers: headersOf(context), about: 'job' };
  const answer = await call(asked, { signal, credentials });
  // The code in a failed task belongs to the task, not to the call.
  if (answer['status'] !== 'Fail') throwIfFailed(answer, 'job', secrets);
  const task = readFirstTask(answer, secrets);
  if (!('file' in task)) return task;
  const files = minimaxUrl(context, '/v1/files/retrieve');
  files.searchParams.set('file_id', task.file);
  return readFile(await ask({ method: 'GET', url: files, about: 'job' }, context));
}

async function ask(asked: Omit<Call, 'headers'>, context: MediaContext): Promise<Record<string, unknown>> {
  const { signal, credentials } = context;
  const answer = await call({ ...asked, headers: headersOf(context) }, { signal, credentials });
  throwIfFailed(answer, asked.about, secretsOf(credentials));
  // Only now, since errors come under status 200 too.
  context.onAccepted?.();
  return answer;
}

/** A URL on the host, from a path with its version: `/v2/video_generation`. */
function minimaxUrl({ credentials }: MediaContext, path: string): URL {
  const own = trimEnd(credentials.baseUrl, '/');
  return urlBelow(own.endsWith(CONVERSATIONS) ? own.slice(0, -CONVERSATIONS.length) : own, path);
}

function headersOf({ credentials: { apiKey } }: MediaContext): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** The third generation has its own wire. */
function isSecondWire(model: string): boolean {
  return /^MiniMax-H\d/i.test(model);
}

/**
 * An order of the first wire.
 * @throws ProviderError naming the field that the models do not accept
 */
export function toFirstOrder(request: VideoRequest, reporting: Reporting): object {
  return { model: request.model, ...writeFields(request, FIRST_FIELDS), ...callback(reporting) };
}

/**
 * An order of the second wire: all inputs are in one list.
 * @throws ProviderError naming the field that the models do not accept
 */
export function toSecondOrder(request: VideoRequest, reporting: Reporting): object {
  const { prompt, firstFrame, lastFrame, video, ...rest } = request;
  if (prompt.length > MAX_CHARACTERS)
    throw refusedField('prompt', `prompt must have at most ${MAX_CHARACTERS} letters`);
  const content = [
    { type: 'text', text: prompt },
    ...imageItem(firstFrame, 'first_frame'),
    ...imageItem(lastFrame, 'last_frame'),
    ...(video ? [{ type: 'video_url', video_url: { url: dataUrl(video) }, role: 'base_video' }] : []),
  ];
  return { model: request.model, content, ...writeFields(rest, SECOND_FIELDS), ...callback(reporting) };
}

function callback({ webhookUrl }: Reporting): object {
  return webhookUrl === null ? {} : { callback_url: webhookUrl };
}

function imageItem(image: MediaInput | undefined, role: string): object[] {
  return image ? [{ type: 'image_url', image_url: { url: dataUrl(image) }, role }] : [];
}

/** Challenges that are safe to echo to any sender: a single word. */
const CHALLENGE = /^[\w.~+/=:-]{1,256}$/;

/**
 * Reads a webhook, which is never signed. While the provider accepts an order, it sends a challenge to the
 * address, which must be echoed within three seconds; else the order is refused.
 */
export function readMinimaxWebhook({ body }: Pick<WebhookCall, 'body'>): WebhookReport {
  const json = objectIn(body);
  const { challenge } = json;
  if (typeof challenge === 'string' && CHALLENGE.test(challenge))
    return { jobId: null, isSigned: false, reply: { challenge } };
  // The wire of the third generation reports the same object as its call for a task.
  return { jobId: jobNamed(json['task_id'] ?? inside(json, 'task')['id']), isSigned: false };
}

export const minimaxProvider: Provider = {
  dialect: 'minimax',
  media: { videos: { jobs: minimaxVideos } },
  webhook: { read: readMinimaxWebhook },
};
