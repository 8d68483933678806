import { ok, type Reply, type Wire } from '../wire.ts';
import { match } from './shared.ts';

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
};
const CALL = /^\/v1beta\/models\/([\w.-]+):(generateContent|predict|predictLongRunning)$/;

function error(status: number, message: string, param: string | null): Reply {
  const details = param
    ? [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: param, description: message }],
        },
      ]
    : [];
  // A bad key is a 400 here.
  const [code, words] =
    status === 401 ? [400, 'API key not valid. Please pass a valid API key.'] : [status, message];
  return {
    status: code,
    json: { error: { code, message: words, status: STATUSES[code] ?? 'INTERNAL', details } },
  };
}

const isOpen: Wire['isOpen'] = (headers, key) => headers['x-goog-api-key'] === key;

export const gemini: Wire = {
  isOpen,
  takes: ['contents', 'generationConfig'],
  read({ method, path, json }) {
    const [model = '', call] = match(path, CALL);
    if (method !== 'POST' || call !== 'generateContent') return { act: 'none' };
    const [turn] = json['contents'] as { parts: { text?: string }[] }[];
    return { act: 'order', prompt: turn?.parts[0]?.text, model, fields: json };
  },
  taken: () => null,
  look: ({ picture: data }, stage) => {
    const picture = {
      content: {
        role: 'model',
        parts: [{ text: 'Here.' }, { inlineData: { mimeType: 'image/png', data } }],
      },
      finishReason: 'STOP',
    };
    const usageMetadata = {
      promptTokenCount: 12,
      candidatesTokenCount: 1290,
      thoughtsTokenCount: 10,
      totalTokenCount: 1312,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
    };
    const refusal = {
      candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }],
      usageMetadata: { promptTokenCount: 12 },
    };
    return ok(stage === 'refused' ? refusal : { candidates: [picture], usageMetadata });
  },
  error,
};

export const imagen: Wire = {
  isOpen,
  takes: ['instances', 'parameters'],
  read({ method, path, json }) {
    const [model = '', call] = match(path, CALL);
    if (method !== 'POST' || call !== 'predict') return { act: 'none' };
    const [instance] = json['instances'] as { prompt: string }[];
    const { sampleCount } = json['parameters'] as { sampleCount: number };
    return { act: 'order', prompt: instance?.prompt, count: sampleCount, model, fields: json };
  },
  taken: () => null,
  look: ({ count, picture }, stage) => {
    const made = { bytesBase64Encoded: picture, mimeType: 'image/png' };
    const kept = { raiFilteredReason: 'Unable to show generated images.' };
    return ok({ predictions: Array.from({ length: count }, () => (stage === 'refused' ? kept : made)) });
  },
  error,
};

export const veo: Wire = {
  isOpen,
  takes: ['instances', 'parameters'],
  read({ method, path, json }) {
    const [model, call] = match(path, CALL);
    if (method === 'POST' && model !== undefined && call === 'predictLongRunning') {
      const [instance] = json['instances'] as { prompt: string }[];
      return { act: 'order', prompt: instance?.prompt, model, fields: json };
    }
    const [id] = match(path, /^\/v1beta\/models\/[\w.-]+\/operations\/([\w-]+)$/);
    return id === undefined ? { act: 'none' } : { act: 'look', id };
  },
  taken: ({ id, model }) => ({ name: `models/${model}/operations/${id}` }),
  look({ id, model, results, directive }, stage) {
    const name = `models/${model}/operations/${id}`;
    if (stage === 'waiting') return ok({ name, metadata: {} });
    if (stage === 'failed') return ok({ name, done: true, error: { code: 13, message: directive.words } });
    const kept = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['The video was kept back.'] };
    const made = { generatedSamples: [{ video: { uri: results[0] } }] };
    return ok({ name, done: true, response: { generateVideoResponse: stage === 'refused' ? kept : made } });
  },
  error,
};
