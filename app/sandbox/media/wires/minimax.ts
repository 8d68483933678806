import { ok, type Stage, type Wire } from '../wire.ts';
import { bearer, match } from './shared.ts';

const FIRST: Record<Stage, string> = {
  waiting: 'Processing',
  done: 'Success',
  refused: 'Fail',
  failed: 'Fail',
  cancelled: 'Fail',
};
const SECOND: Record<Stage, string> = {
  waiting: 'running',
  done: 'succeeded',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};
const CODES: Record<number, number> = { 400: 2013, 401: 1004, 402: 1008, 429: 1002, 500: 1000 };

/** Most errors have status 200. */
const error: Wire['error'] = (status, message, param, isRefusal) => ({
  status: CODES[status] === undefined ? status : 200,
  json: {
    base_resp: {
      status_code: isRefusal ? 1026 : (CODES[status] ?? 1013),
      status_msg: param ? `${param}: ${message}` : message,
    },
  },
});

const orderOf = (json: Record<string, unknown>) => ({
  model: String(json['model']),
  webhook: json['callback_url'],
  fields: json,
});

export const minimaxFirst: Wire = {
  isOpen: bearer,
  takes: [
    'model',
    'prompt',
    'first_frame_image',
    'last_frame_image',
    'duration',
    'resolution',
    'prompt_optimizer',
    'callback_url',
  ],
  asksAddress: true,
  read({ method, path, query, json }) {
    if (method === 'POST' && path === '/v1/video_generation')
      return { act: 'order', ...orderOf(json), prompt: json['prompt'] };
    if (path === '/v1/query/video_generation') return { act: 'look', id: query.get('task_id') ?? '' };
    const file = path === '/v1/files/retrieve' ? query.get('file_id') : null;
    return file === null ? { act: 'none' } : { act: 'result', id: file.replace('file_', 'job-') };
  },
  taken: ({ id }) => ({ task_id: id, base_resp: { status_code: 0, status_msg: 'success' } }),
  look({ id, directive }, stage) {
    const refused = { status_code: 1027, status_msg: 'the video has new sensitive content' };
    const failed = { status_code: 1000, status_msg: directive.words };
    const base = {
      refused,
      failed,
      cancelled: failed,
      done: { status_code: 0 },
      waiting: { status_code: 0 },
    };
    const file = stage === 'done' ? { file_id: id.replace('job-', 'file_') } : {};
    return ok({ task_id: id, status: FIRST[stage], ...file, base_resp: base[stage] });
  },
  result: ({ results }) => ok({ file: { download_url: results[0] }, base_resp: { status_code: 0 } }),
  error,
};

export const minimaxSecond: Wire = {
  isOpen: bearer,
  takes: ['model', 'content', 'resolution', 'duration', 'ratio', 'callback_url'],
  asksAddress: true,
  read({ method, path, json }) {
    if (method === 'POST' && path === '/v2/video_generation') {
      const texts = (json['content'] as { type: string; text?: string }[]).filter(
        ({ type }) => type === 'text',
      );
      return { act: 'order', ...orderOf(json), prompt: texts.length === 1 ? texts[0]?.text : '' };
    }
    const [id] = match(path, /^\/v2\/query\/video_generation\/([\w-]+)$/);
    return id === undefined ? { act: 'none' } : { act: 'look', id };
  },
  taken: ({ id }) => ({ task_id: id }),
  look: ({ id, results, directive }, stage) => {
    const failure = {
      refused: { code: 1027, message: 'the video is sensitive' },
      failed: { code: 1000, message: directive.words },
    };
    return ok({
      task: {
        id,
        status: SECOND[stage],
        content: stage === 'done' ? { url: results[0] } : null,
        error: stage === 'refused' || stage === 'failed' ? failure[stage] : null,
        usage: { total_seconds: 6, input_seconds: 0, output_seconds: 6 },
      },
    });
  },
  error,
};
