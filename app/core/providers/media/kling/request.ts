import { malformed } from '#app/core/providers/shared/json.ts';
import type { OrderContext, VideoRequest } from '../contract.ts';
import { as, oneOf, refusedField, within, writeFields, type Writers } from '../shared/fields.ts';

/** The two ways to order; a job is looked at below the one that it was ordered by. */
const KINDS = ['text2video', 'image2video'] as const;
export type Kind = (typeof KINDS)[number];

const FIELDS: Writers<VideoRequest> = {
  prompt: as('prompt'),
  negativePrompt: as('negative_prompt'),
  aspectRatio: oneOf('aspectRatio', ['16:9', '9:16', '1:1'], (ratio) => ({ aspect_ratio: ratio })),
  firstFrame: ({ bytes }) => ({ image: bytes.toString('base64') }),
  lastFrame: ({ bytes }) => ({ image_tail: bytes.toString('base64') }),
  /** The maker sells two modes, which differ in size alone. */
  resolution: oneOf('resolution', ['720p', '1080p'], (value) => ({ mode: value === '720p' ? 'std' : 'pro' })),
};
const short: Writers<VideoRequest> = {
  seconds: oneOf('seconds', [5, 10], (seconds) => ({ duration: String(seconds) })),
};
const long: Writers<VideoRequest> = {
  seconds: within('seconds', [3, 15], (seconds) => ({ duration: String(seconds) })),
};
const sound: Writers<VideoRequest> = { sound: (on) => ({ sound: on ? 'on' : 'off' }) };

/** @throws ProviderError that names the field which the model does not take, or does not do without */
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

/** By which of the two ways a request is ordered. */
export function kindOf({ firstFrame }: VideoRequest): Kind {
  return firstFrame ? 'image2video' : 'text2video';
}

/** Longer videos came with the third generation, sound with 2.6. */
function ownOf(model: string): Writers<VideoRequest> {
  const [, major = '1', minor = '0'] = /^kling-v(\d)(?:-(\d))?/.exec(model) ?? [];
  const version = Number(major) + Number(minor) / 10;
  return { ...(version >= 3 ? long : short), ...(version >= 2.6 && sound) };
}

/** A job's name with us: `text2video:t1`. */
export function toJobId(kind: Kind, taskId: string): string {
  return `${kind}:${taskId}`;
}

/** @throws ProviderError provider_malformed for a name that we did not make */
export function fromJobId(jobId: string): { kind: Kind; taskId: string } {
  const colon = jobId.indexOf(':');
  const kind = KINDS.find((one) => one === jobId.slice(0, colon));
  if (!kind) throw malformed('this is no job of this provider');
  return { kind, taskId: jobId.slice(colon + 1) };
}
