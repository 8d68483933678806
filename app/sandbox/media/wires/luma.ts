import { ok, type Job, type Stage, type Wire } from '../wire.ts';
import { bearer, match } from './shared.ts';

const STATES: Record<Stage, string> = {
  waiting: 'dreaming',
  done: 'completed',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'failed',
};

function generation({ id, webhook, prompt, model, results, directive }: Job, stage: Stage) {
  const isFailed = STATES[stage] === 'failed';
  return {
    id,
    state: STATES[stage],
    failure_reason: isFailed
      ? stage === 'refused'
        ? 'output moderation: not allowed'
        : directive.words
      : null,
    assets: stage === 'done' ? { video: results[0] } : null,
    model,
    request: { prompt, callback_url: webhook },
  };
}

const BASE = '/dream-machine/v1/generations';

export const luma: Wire = {
  isOpen: bearer,
  takes: [
    'model',
    'prompt',
    'aspect_ratio',
    'duration',
    'resolution',
    'keyframes',
    'callback_url',
    'generation_type',
    'media',
    'mode',
    'first_frame',
  ],
  read({ method, path, json }) {
    if (method === 'POST' && (path === BASE || path === `${BASE}/video/modify`))
      return {
        act: 'order',
        prompt: json['prompt'],
        model: String(json['model']),
        webhook: json['callback_url'],
        fields: json,
      };
    if (path === BASE) return { act: 'list' };
    const [id] = match(path, /\/generations\/([\w-]+)$/);
    return id === undefined || method !== 'GET' ? { act: 'none' } : { act: 'look', id };
  },
  taken: (job) => ({ ...generation(job, 'waiting'), state: 'queued' }),
  look: (job, stage) => ok(generation(job, stage)),
  list: (jobs) => ({ generations: jobs.map((job) => generation(job, 'waiting')), has_more: false }),
  error(status, message, param, isRefusal) {
    if (isRefusal) return { status, json: { detail: 'prompt moderation: not allowed' } };
    return {
      status,
      json: { detail: param ? [{ loc: ['body', param], msg: message, type: 'value_error' }] : message },
    };
  },
};
