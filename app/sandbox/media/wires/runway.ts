import { ok, progressOf, type Wire } from '../wire.ts';
import { bearer, match } from './shared.ts';

export const runway: Wire = {
  isOpen: (headers, key) => bearer(headers, key) && headers['x-runway-version'] === '2024-11-06',
  takes: ['model', 'promptText', 'ratio', 'duration', 'seed', 'promptImage', 'audio', 'videoUri'],
  read({ method, path, json }) {
    if (method === 'POST' && /^\/v1\/(?:text|image|video)_to_video$/.test(path))
      return { act: 'order', prompt: json['promptText'], model: String(json['model']), fields: json };
    const [id] = match(path, /^\/v1\/tasks\/([\w-]+)$/);
    return id === undefined ? { act: 'none' } : { act: method === 'DELETE' ? 'cancel' : 'look', id };
  },
  taken: ({ id }) => ({ id, estimatedCost: { credits: 25 } }),
  look(job, stage) {
    const { id, results, directive } = job;
    const failed = { id, status: 'FAILED', failure: directive.words, cost: { credits: 0 } };
    switch (stage) {
      case 'waiting':
        return ok({ id, status: 'RUNNING', progress: progressOf(job) });
      case 'done':
        return ok({ id, status: 'SUCCEEDED', output: results, cost: { credits: 25 } });
      case 'refused':
        return ok({ ...failed, failureCode: 'SAFETY.OUTPUT.VIDEO' });
      case 'failed':
        return ok({ ...failed, failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' });
      default:
        // With the directive `words=billed` it bills the work that was done.
        return ok({ id, status: 'CANCELLED', cost: { credits: directive.words === 'billed' ? 5 : 0 } });
    }
  },
  cancel: () => ({ status: 204, json: undefined }),
  error: (status, message, param, isRefusal) => ({
    status,
    json: {
      error: message,
      ...(isRefusal && { failureCode: 'SAFETY.INPUT.TEXT' }),
      ...(param && { issues: [{ code: 'custom', message, path: [param] }] }),
    },
  }),
};
