import { SignJWT } from 'jose';
import { ProviderError } from '#app/core/providers/contract.ts';
import type {
  MediaContext,
  MediaJobAdapter,
  PollResult,
  OrderContext,
  VideoRequest,
} from '#app/core/providers/media/contract.ts';
import { call, UNSENT, type Call } from '#app/core/providers/media/shared/call.ts';
import { readComplaint, type Complaint } from '#app/core/providers/media/shared/complaint.ts';
import { failedJob, secretsOf, toMediaError, type About } from '#app/core/providers/media/shared/failure.ts';
import {
  as,
  oneOf,
  refusedField,
  within,
  writeFields,
  type Writers,
} from '#app/core/providers/media/shared/fields.ts';
import {
  inside,
  validJobId,
  listOf,
  pieceAt,
  refusedPieces,
} from '#app/core/providers/media/shared/pieces.ts';
import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { jobIn } from '#app/core/providers/media/shared/webhooks.ts';
import type { Provider } from '#app/core/providers/provider.ts';

/** Video adapter for Kling. */
export const klingVideos: MediaJobAdapter<VideoRequest> = {
  id: 'kling-videos',
  maxPieces: 1,
  check: (request) => void toOrder(request, UNSENT),
  async order(request, context) {
    const { kind, json } = toOrder(request, context);
    const { task_id: id } = await ask(kind, { method: 'POST', json, about: 'order' }, context);
    return toJobId(kind, validJobId(id));
  },
  /** A task can be fetched by our key as well as by its own id. */
  async find(request, context) {
    const kind = kindOf(request);
    const path = `/${encodeURIComponent(context.key)}` as const;
    try {
      const { task_id: id } = await ask(kind, { method: 'GET', about: 'job', path }, context);
      return toJobId(kind, validJobId(id));
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return null;
      throw error;
    }
  },
  async poll(jobId, context) {
    const { kind, taskId } = fromJobId(jobId);
    const path = `/${validJobId(taskId)}` as const;
    const data = await ask(kind, { method: 'GET', about: 'job', path }, context);
    return readTask(data, secretsOf(context.credentials));
  },
  /** The API cannot cancel. */
  cancel: () => Promise.resolve(false),
};

/** The two order endpoints; a job is polled below the one that it was ordered with. */
const KINDS = ['text2video', 'image2video'] as const;

type Kind = (typeof KINDS)[number];

const FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  negativePrompt: as('negative_prompt'),
  aspectRatio: oneOf('aspectRatio', ['16:9', '9:16', '1:1'], (ratio) => ({ aspect_ratio: ratio })),
  firstFrame: ({ bytes }) => ({ image: bytes.toString('base64') }),
  lastFrame: ({ bytes }) => ({ image_tail: bytes.toString('base64') }),
  /** The maker sells two modes, which differ only in size. */
  resolution: oneOf('resolution', ['720p', '1080p'], (value) => ({ mode: value === '720p' ? 'std' : 'pro' })),
};

const short: Writers<VideoRequest> = {
  seconds: oneOf('seconds', [5, 10], (seconds) => ({ duration: String(seconds) })),
};

const long: Writers<VideoRequest> = {
  seconds: within('seconds', [3, 15], (seconds) => ({ duration: String(seconds) })),
};

const sound: Writers<VideoRequest> = { sound: (on) => ({ sound: on ? 'on' : 'off' }) };

/** Messages of a failed task that mean a policy refusal, for which the maker has no code there. */
const REFUSAL = /risk control|content (?:security|safety|policy)|sensitive/i;

const REFUSED = 1301;

const LIFE_S = 1800;

/** Tolerance for clock differences. */
const BEFORE_S = 5;

async function ask(
  kind: Kind,
  { path = '', ...asked }: Pick<Call, 'method' | 'json' | 'about'> & { path?: string },
  context: MediaContext,
): Promise<Record<string, unknown>> {
  const { signal, credentials } = context;
  const { apiKey, baseUrl } = credentials;
  const headers = { authorization: `Bearer ${await bearer(apiKey)}` };
  const url = urlBelow(baseUrl, `/v1/videos/${kind}${path}`);
  const answer = await call({ ...asked, url, headers, isRefusal }, { signal, credentials });
  const data = dataOf(answer, asked.about, secretsOf(credentials));
  // Only now, since errors come under status 200 too.
  context.onAccepted?.();
  return data;
}

/** @throws ProviderError naming the field that the model does not accept, or that it requires */
export function toOrder(
  request: VideoRequest,
  { key, webhookUrl }: OrderContext,
): { kind: Kind; json: object } {
  if (request.lastFrame && !request.firstFrame)
    throw refusedField('lastFrame', 'last_frame needs a first picture');
  const json = {
    model_name: request.model,
    ...writeFields(request, { ...FIELDS, ...ownOf(request.model) }),
    external_task_id: key,
    ...(webhookUrl !== null && { callback_url: webhookUrl }),
  };
  return { kind: kindOf(request), json };
}

/** The endpoint for a request. */
function kindOf({ firstFrame }: VideoRequest): Kind {
  return firstFrame ? 'image2video' : 'text2video';
}

/** Longer videos were added with the third generation, sound with 2.6. */
function ownOf(model: string): Writers<VideoRequest> {
  const [, major = '1', minor = '0'] = /^kling-v(\d)(?:-(\d))?/.exec(model) ?? [];
  const version = Number(major) + Number(minor) / 10;
  return { ...(version >= 3 ? long : short), ...(version >= 2.6 && sound) };
}

/** The stored id of a job: `text2video:t1`. */
function toJobId(kind: Kind, taskId: string): string {
  return `${kind}:${taskId}`;
}

/** @throws ProviderError provider_malformed for an id that `toJobId` did not make */
function fromJobId(jobId: string): { kind: Kind; taskId: string } {
  const colon = jobId.indexOf(':');
  const kind = KINDS.find((one) => one === jobId.slice(0, colon));
  if (!kind) throw malformed('this is no job of this provider');
  return { kind, taskId: jobId.slice(colon + 1) };
}

/** @throws ProviderError for a task that failed */
export function readTask(data: Record<string, unknown>, secrets: readonly string[]): PollResult {
  const { task_status: status, task_status_msg: message } = data;
  switch (status) {
    case 'submitted':
    case 'processing':
      return { state: 'waiting' };
    case 'succeed': {
      const video = listOf(inside(data, 'task_result')['videos'])[0];
      return { state: 'ended', events: [pieceAt(0, inside({ video }, 'video')['url'])] };
    }
    case 'failed': {
      const words = typeof message === 'string' ? message.slice(0, 4096) : '';
      if (!REFUSAL.test(words)) throw failedJob(words, secrets);
      return { state: 'ended', events: refusedPieces(1, words, secrets) };
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}

/**
 * The data of an answer, which may be an error under status 200.
 * @throws ProviderError for a code other than 0
 */
export function dataOf(answer: unknown, about: About, secrets: readonly string[]): Record<string, unknown> {
  const { code, data } = isObject(answer) ? answer : {};
  if (code === 0) {
    if (isObject(data)) return data;
    throw malformed('the provider has sent nothing of the job');
  }
  if (typeof code !== 'number') throw malformed('the provider has answered without a code');
  throw toMediaError({
    status: statusOfCode(code),
    complaint: readComplaint(answer),
    about,
    secrets,
    isRefusal: code === REFUSED,
  });
}

/** The hundreds digit of a code identifies its category. */
function statusOfCode(code: number): number {
  if (code >= 5000) return 500;
  switch (Math.floor(code / 100)) {
    case 10:
      return 401;
    case 11:
      return code === 1103 ? 403 : 402;
    case 12:
      return code === 1203 ? 404 : 400;
    case 13:
      return code === REFUSED ? 400 : 429;
    default:
      return 400;
  }
}

function isRefusal({ names }: Complaint): boolean {
  return names.includes(String(REFUSED));
}

/**
 * The bearer token of a call: signed for each call, valid for half an hour.
 * @param apiKey the access key and the secret key, joined by a colon
 * @throws ProviderError invalid_api_key if one of them is missing
 */
export async function bearer(apiKey: string, now = Date.now()): Promise<string> {
  const colon = apiKey.indexOf(':');
  const [access, secret] = [apiKey.slice(0, colon), apiKey.slice(colon + 1)];
  if (colon < 1 || secret === '')
    throw new ProviderError('invalid_api_key', 'the access key or the secret key is missing', {
      status: 401,
    });
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(access)
    .setExpirationTime(seconds + LIFE_S)
    .setNotBefore(seconds - BEFORE_S)
    .sign(Buffer.from(secret));
}

export const klingProvider: Provider = {
  dialect: 'kling',
  media: { videos: { jobs: klingVideos } },
  webhook: { read: ({ body }) => ({ jobId: jobIn(body, 'task_id'), isSigned: false }) },
  /** An access key and a secret key, which the adapter takes joined by a colon. */
  credentials(settings, provider) {
    const { KLING_ACCESS_KEY: access, KLING_SECRET_KEY: secret } = settings;
    const baseUrl = settings.KLING_BASE_URL ?? provider.baseUrl;
    return access && secret && baseUrl ? { apiKey: `${access}:${secret}`, baseUrl } : null;
  },
  sandboxKey: 'sandbox:sandbox',
};
