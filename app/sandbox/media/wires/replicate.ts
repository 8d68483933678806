import { ok, type Job, type Stage, type Wire } from '../wire.ts';
import { bearer, match } from './shared.ts';

const STATUSES: Record<Stage, string> = {
  waiting: 'processing',
  done: 'succeeded',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'canceled',
};

function prediction({ id, webhook, count, results, directive, model }: Job, stage: Stage) {
  const error = {
    refused: 'The output was flagged as sensitive. Please try again. (E005)',
    failed: directive.words,
  };
  return {
    id,
    model,
    input: count > 1 ? { num_outputs: count } : {},
    status: STATUSES[stage],
    output: stage === 'done' ? (count > 1 ? results : results[0]) : null,
    error: stage === 'refused' || stage === 'failed' ? error[stage] : null,
    webhook,
    logs: '',
  };
}

export const replicate: Wire = {
  isOpen: bearer,
  takes: ['input', 'webhook', 'webhook_events_filter'],
  read({ method, path, json }) {
    const [model] = match(path, /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/);
    if (model !== undefined && method === 'POST') {
      const { prompt, num_outputs: count } = json['input'] as Record<string, unknown>;
      return { act: 'order', prompt, count, model, webhook: json['webhook'], fields: json };
    }
    if (path === '/v1/predictions' && method === 'GET') return { act: 'list' };
    const [id, cancel] = match(path, /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/);
    return id === undefined ? { act: 'none' } : { act: cancel ? 'cancel' : 'look', id };
  },
  taken: (job) => prediction({ ...job }, 'waiting'),
  look: (job, stage) => ok(prediction(job, stage)),
  cancel: (job, stage) => ok(prediction(job, stage === 'waiting' ? 'cancelled' : stage)),
  list: (jobs) => ({ previous: null, next: null, results: jobs.map((job) => prediction(job, 'waiting')) }),
  error: (status, message, param, isRefusal) => ({
    status: status === 400 ? 422 : status,
    json: {
      title: 'Input validation failed',
      detail: isRefusal
        ? 'The input was flagged as sensitive (E005)'
        : param
          ? `- input.${param}: ${message}`
          : message,
      status,
    },
  }),
};
