import { ok, type Wire } from '../wire.ts';
import { bearer } from './shared.ts';

const NAMES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  402: 'payment_required',
  404: 'not_found',
  429: 'rate_limit_exceeded',
};

export const stability: Wire = {
  isOpen: bearer,
  takes: [
    'prompt',
    'negative_prompt',
    'aspect_ratio',
    'seed',
    'output_format',
    'model',
    'mode',
    'image',
    'strength',
  ],
  read({ method, path, form, headers }) {
    const isCall = method === 'POST' && /^\/v2beta\/stable-image\/generate\/(?:core|ultra|sd3)$/.test(path);
    if (!isCall || form === null || headers.accept !== 'application/json') return { act: 'none' };
    return { act: 'order', prompt: form['prompt'], model: path, fields: form };
  },
  taken: () => null,
  look: ({ picture }, stage) =>
    ok({ image: picture, finish_reason: stage === 'refused' ? 'CONTENT_FILTERED' : 'SUCCESS', seed: 1 }),
  error: (status, message, param, isRefusal) => ({
    status: isRefusal ? 403 : status,
    json: {
      id: '5f',
      name: isRefusal ? 'content_moderation' : (NAMES[status] ?? 'internal_error'),
      errors: [param ? `${param}: ${message}` : message],
    },
  }),
};
