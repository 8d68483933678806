import { ok, type Reply, type Wire } from '../wire.ts';
import { bearer } from './shared.ts';

const USAGE = {
  input_tokens: 12,
  output_tokens: 1300,
  total_tokens: 1312,
  input_tokens_details: { text_tokens: 12, image_tokens: 0 },
  output_tokens_details: { text_tokens: 10, image_tokens: 1290 },
};
/** The `model` of a job whose answer is streamed. */
const STREAM = 'stream';
const LOOK = { output_format: 'png', size: '1024x1024', quality: 'low', background: 'opaque' };

export const openAiImages: Wire = {
  isOpen: bearer,
  takes: [
    'model',
    'prompt',
    'n',
    'size',
    'quality',
    'background',
    'output_format',
    'output_compression',
    'image[]',
    'mask',
    'stream',
    'partial_images',
  ],
  read({ method, path, json, form }) {
    const isEdit = path === '/v1/images/edits';
    const fields = isEdit ? form : path === '/v1/images/generations' ? json : null;
    if (method !== 'POST' || fields === null) return { act: 'none' };
    const model = String(fields['stream']) === 'true' ? STREAM : '';
    return { act: 'order', prompt: fields['prompt'], count: fields['n'], model, fields };
  },
  taken: () => null,
  look({ count, model, picture }, stage): Reply {
    if (model === STREAM) return { status: 200, events: grow(stage === 'refused', picture) };
    if (stage === 'refused') throw new Error('it refuses an order, never its result');
    return ok({
      created: 1,
      data: Array.from({ length: count }, () => ({ b64_json: picture })),
      ...LOOK,
      usage: USAGE,
    });
  },
  error: (status, message, param, isRefusal) => ({
    status,
    json: {
      error: { message, type: 'invalid_request_error', param, code: isRefusal ? 'moderation_blocked' : null },
    },
  }),
};

function grow(isRefused: boolean, picture: string) {
  const partial = [0, 1].map((partial_image_index) => ({
    type: 'image_generation.partial_image',
    b64_json: picture,
    partial_image_index,
    ...LOOK,
  }));
  const error = { code: 'moderation_blocked', message: 'The picture was kept back.' };
  const end = isRefused
    ? { type: 'error', error }
    : { type: 'image_generation.completed', b64_json: picture, ...LOOK, usage: USAGE };
  return [...partial, end];
}
