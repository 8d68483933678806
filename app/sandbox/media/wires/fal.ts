import { ok, type Wire } from '../wire.ts';
import { match } from './shared.ts';

const REQUEST = /^\/[\w.-]+\/[\w.-]+\/requests\/([\w-]+)(?:\/(status|cancel))?$/;

const error: Wire['error'] = (status, message, param, isRefusal) => {
  const type = isRefusal ? 'content_policy_violation' : 'value_error';
  const detail = param || isRefusal ? [{ loc: ['body', param ?? 'prompt'], msg: message, type }] : message;
  return { status: status === 400 ? 422 : status, json: { detail } };
};

/**
 * The queue of fal, whose status and result are two calls; both use only the first two parts of the model
 * name.
 */
export const fal: Wire = {
  isOpen: ({ authorization }, key) => authorization === `Key ${key}`,
  takes: [
    'prompt',
    'image_size',
    'num_images',
    'seed',
    'output_format',
    'image_url',
    'image_urls',
    'aspect_ratio',
    'negative_prompt',
    'duration',
    'resolution',
    'generate_audio',
    'video_url',
  ],
  read({ method, path, query, json }) {
    const [id, act] = match(path, REQUEST);
    if (id !== undefined) {
      if (act === 'cancel') return method === 'PUT' ? { act, id } : { act: 'none' };
      return { act: act === 'status' ? 'look' : 'result', id };
    }
    if (method !== 'POST') return { act: 'none' };
    const { prompt, num_images: count } = json;
    return { act: 'order', prompt, count, model: path, webhook: query.get('fal_webhook'), fields: json };
  },
  taken: ({ id }, place) => ({
    status: 'IN_QUEUE',
    request_id: id,
    queue_position: 0,
    status_url: `${place}/status`,
  }),
  look: (_job, stage) =>
    stage === 'waiting'
      ? { status: 202, json: { status: 'IN_PROGRESS', logs: [] } }
      : ok({ status: 'COMPLETED', logs: [], metrics: { inference_time: 1 } }),
  result({ model, results, directive }, stage) {
    if (stage === 'refused') return error(422, directive.words, null, true);
    if (stage !== 'done') return error(500, directive.words, null, false);
    if (/video|seedance/.test(model)) return ok({ video: { url: results[0], content_type: 'video/mp4' } });
    const images = results.map((url) => ({ url, content_type: 'image/png', width: 1, height: 1 }));
    return ok({ images, seed: 1, has_nsfw_concepts: results.map(() => false) });
  },
  cancel: (_job, stage) =>
    stage === 'waiting'
      ? { status: 202, json: { status: 'CANCELLATION_REQUESTED' } }
      : { status: 400, json: { status: 'ALREADY_COMPLETED' } },
  error,
};
