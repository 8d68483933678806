import { ok, progressOf, type Stage, type Wire } from '../wire.ts';
import { match } from './shared.ts';

const STATUSES: Record<Stage, string> = {
  waiting: 'Pending',
  done: 'Ready',
  refused: 'Content Moderated',
  failed: 'Error',
  cancelled: 'Error',
};

export const bfl: Wire = {
  isOpen: (headers, key) => headers['x-key'] === key,
  takes: [
    'prompt',
    'width',
    'height',
    'aspect_ratio',
    'seed',
    'input_image',
    'input_image_2',
    'image',
    'mask',
    'output_format',
    'webhook_url',
    'webhook_secret',
  ],
  read({ method, path, query, json }) {
    const [model] = match(path, /^\/v1\/(flux-[\w.-]+)$/);
    if (model !== undefined && method === 'POST')
      return { act: 'order', prompt: json['prompt'], model, webhook: json['webhook_url'], fields: json };
    const id = path === '/v1/get_result' ? query.get('id') : null;
    return id === null ? { act: 'none' } : { act: 'look', id };
  },
  taken: ({ id }, place) => ({ id, polling_url: `${place}/v1/get_result`, cost: 3 }),
  look: (job, stage) => {
    const { id, results, directive } = job;
    return ok({
      id,
      status: STATUSES[stage],
      progress: stage === 'waiting' ? progressOf(job) : null,
      result: stage === 'done' ? { sample: results[0], seed: 1, duration: 2 } : null,
      details: stage === 'failed' ? { message: directive.words } : null,
    });
  },
  error(status, message, param, isRefusal) {
    const detail = param ? [{ loc: ['body', param], msg: message, type: 'value_error' }] : message;
    return { status: status === 400 && !isRefusal ? 422 : status, json: { detail } };
  },
};
