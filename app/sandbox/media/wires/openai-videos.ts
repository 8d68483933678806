import { ok, progressOf, type Job, type Stage, type Wire } from '../wire.ts';
import { bearer, match } from './shared.ts';

const STATUSES: Record<Stage, string> = {
  waiting: 'in_progress',
  done: 'completed',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'failed',
};

function video(job: Job, stage: Stage) {
  const { id, model, prompt, directive } = job;
  const code = stage === 'refused' ? 'moderation_blocked' : 'internal';
  return {
    id,
    object: 'video',
    model,
    prompt,
    status: STATUSES[stage],
    progress: stage === 'waiting' ? Math.floor(100 * progressOf(job)) : 100,
    error: STATUSES[stage] === 'failed' ? { code, message: directive.words } : null,
  };
}

export const openAiVideos: Wire = {
  isOpen: bearer,
  takes: ['model', 'prompt', 'seconds', 'size', 'input_reference'],
  read({ method, path, form }) {
    if (path === '/v1/videos' && method === 'POST' && form !== null)
      return { act: 'order', prompt: form['prompt'], model: form['model'] ?? '', fields: form };
    const [id] = match(path, /^\/v1\/videos\/([\w-]+)$/);
    return id === undefined ? { act: 'none' } : { act: 'look', id };
  },
  taken: (job) => ({ ...video(job, 'waiting'), status: 'queued', progress: 0 }),
  look: (job, stage) => ok(video(job, stage)),
  error: (status, message, param, isRefusal) => ({
    status,
    json: {
      error: { message, type: 'invalid_request_error', param, code: isRefusal ? 'moderation_blocked' : null },
    },
  }),
};
