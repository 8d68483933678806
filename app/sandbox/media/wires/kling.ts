import { createHmac } from 'node:crypto';
import { ok, type Job, type Stage, type Wire } from '../wire.ts';
import { match } from './shared.ts';

const STATUSES: Record<Stage, string> = {
  waiting: 'processing',
  done: 'succeed',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'failed',
};
/** Statuses -> their error codes; some errors have status 200. */
const CODES: Record<number, number> = {
  400: 1201,
  401: 1002,
  402: 1102,
  403: 1103,
  404: 1203,
  429: 1302,
  500: 5000,
  503: 5001,
};

function task({ id, key, results, directive }: Job, stage: Stage) {
  const said = stage === 'refused' ? 'Failure to pass the risk control system' : directive.words;
  return {
    code: 0,
    message: 'SUCCEED',
    request_id: 'q1',
    data: {
      task_id: id,
      task_info: { external_task_id: key },
      task_status: STATUSES[stage],
      task_status_msg: STATUSES[stage] === 'failed' ? said : '',
      task_result: stage === 'done' ? { videos: [{ id: 'v1', url: results[0], duration: '5' }] } : {},
    },
  };
}

export const kling: Wire = {
  isOpen({ authorization = '' }, key) {
    const [access, secret = ''] = key.split(':');
    const [head = '', claims = '', signature] = authorization.replace('Bearer ', '').split('.');
    const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
    if (signature !== expected) return false;
    const { iss, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const now = Date.now() / 1000;
    return iss === access && Number(exp) > now && Number(exp) <= now + 1801 && Number(nbf) <= now;
  },
  takes: [
    'model_name',
    'prompt',
    'negative_prompt',
    'image',
    'image_tail',
    'mode',
    'duration',
    'aspect_ratio',
    'sound',
    'callback_url',
    'external_task_id',
  ],
  read({ method, path, json }) {
    if (method === 'POST' && /^\/v1\/videos\/(?:text2video|image2video)$/.test(path)) {
      const { prompt, model_name: model, external_task_id: key, callback_url: webhook } = json;
      return { act: 'order', prompt, model: String(model), key, webhook, fields: json };
    }
    const [id] = match(path, /^\/v1\/videos\/(?:text2video|image2video)\/([\w-]+)$/);
    return id === undefined || method !== 'GET' ? { act: 'none' } : { act: 'look', id };
  },
  taken: (job) => {
    const answer = task(job, 'waiting');
    return { ...answer, data: { ...answer.data, task_status: 'submitted' } };
  },
  look: (job, stage) => ok(task(job, stage)),
  error: (status, message, param, isRefusal) => ({
    // Errors of an order have status 200.
    status: status === 400 || status === 429 ? 200 : status,
    json: {
      code: isRefusal ? 1301 : (CODES[status] ?? 5000),
      message: param ? `${param}: ${message}` : message,
      request_id: 'q1',
    },
  }),
};
