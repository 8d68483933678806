import { headerRefs } from './answer-headers.server.ts';
import { errorAnswers } from './error-answers.server.ts';
import { IDEMPOTENCY_KEY, MODEL_HEADERS, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';
import { RESPONSE_OPERATIONS, TEXT_OPERATIONS } from './text-operations.server.ts';
import { VIDEO_OPERATIONS } from './video-operations.server.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.server.ts';

const RATE_LIMIT = ['RateLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;
const MODEL_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a model. Its slash may be sent as it is.',
  schema: { type: 'string' },
  example: 'openai/gpt-5.4-mini',
};
const MESSAGES = [{ role: 'user', content: 'Say hello in three languages.' }];

const IMAGES_NOTE =
  'Pictures come in the answer. With `stream: true` they come as server-sent events, each an `ImageEvent`; a stream that ' +
  'fails ends with an event that has `error` instead. A client that leaves does not stop what a maker has begun.';
const IMAGES_ANSWER = {
  schema: 'Images',
  stream: 'ImageEvent',
  description: 'The pictures, whole or as a stream.',
  headers: MODEL_HEADERS,
} as const;
/** An image of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const FILE = { type: 'string', format: 'binary' };
const EDIT_FORM = {
  schema: {
    allOf: [
      schemaRef('ImageRequest'),
      {
        type: 'object',
        properties: { image: { anyOf: [FILE, { type: 'array', items: FILE }] }, mask: FILE },
        required: ['image'],
      },
    ],
  },
};

/** Every call of the public API. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/chat/completions',
    operationId: 'createChatCompletion',
    tag: 'Chat',
    summary: 'Answer a conversation',
    description:
      'Takes what OpenAI’s chat completions take. With `stream: true` the answer comes as server-sent events, each a ' +
      '`ChatCompletionChunk`, ended by `data: [DONE]`; a stream that fails ends with an event that has `error` instead. ' +
      'A client that leaves a stream ends the call.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('ChatCompletionRequest'),
      example: { model: 'parlance/auto', messages: MESSAGES },
    },
    answer: {
      schema: 'ChatCompletion',
      stream: 'ChatCompletionChunk',
      description: 'The answer, whole or as a stream.',
      headers: MODEL_HEADERS,
    },
    errors: 'asking',
  },
  ...TEXT_OPERATIONS,
  ...RESPONSE_OPERATIONS,
  {
    method: 'post',
    path: '/images/generations',
    operationId: 'createImage',
    tag: 'Images',
    summary: 'Make pictures from words',
    description: `Takes what OpenAI’s image generations take. ${IMAGES_NOTE}`,
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('ImageRequest'),
      example: { model: 'openai/gpt-image-2', prompt: 'A quiet reading room', size: '1024x1024' },
    },
    answer: IMAGES_ANSWER,
    errors: 'asking',
  },
  {
    method: 'post',
    path: '/images/edits',
    operationId: 'createImageEdit',
    tag: 'Images',
    summary: 'Work on pictures',
    description: `Takes what OpenAI’s image edits take: a form with files, or JSON with data: URLs. ${IMAGES_NOTE}`,
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('ImageEditRequest'),
      example: {
        model: 'openai/gpt-image-2',
        prompt: 'Make it night',
        images: [{ image_url: PIXEL }],
      },
    },
    form: EDIT_FORM,
    answer: IMAGES_ANSWER,
    errors: 'asking',
  },
  ...VIDEO_OPERATIONS,
  {
    method: 'post',
    path: '/embeddings',
    operationId: 'createEmbeddings',
    tag: 'Embeddings',
    summary: 'Make vectors of texts',
    description: 'Takes what OpenAI’s embeddings take: a text, up to 2,048 of them, or their tokens.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('EmbeddingRequest'),
      example: { model: 'openai/text-embedding-3-small', input: 'A quiet reading room' },
    },
    answer: { schema: 'Embeddings', description: 'One vector for each input.', headers: MODEL_HEADERS },
    errors: 'asking',
  },
  {
    method: 'get',
    path: '/models',
    operationId: 'listModels',
    tag: 'Models',
    summary: 'List models',
    description:
      '`parlance/auto`, and every model on offer with its prices. Needs no key. With the header `anthropic-version` the models ' +
      'that answer in words come as clients of Anthropic read them, page by page (`after_id`, `before_id`, `limit`).',
    isPublic: true,
    answer: { schema: 'ModelList', description: 'The models, in the operator’s order.' },
    errors: 'public',
  },
  {
    method: 'get',
    path: '/models/{id}',
    operationId: 'getModel',
    tag: 'Models',
    summary: 'Look at one model',
    description:
      'A retired id is answered with its successor’s, and a notice. Needs no key. With the header `anthropic-version` it comes ' +
      'as clients of Anthropic read it.',
    isPublic: true,
    parameters: [MODEL_ID],
    answer: { schema: 'Model', description: 'The model.' },
    errors: 'publicModel',
  },
  {
    method: 'get',
    path: '/models/{id}/endpoints',
    operationId: 'listModelEndpoints',
    tag: 'Models',
    summary: 'List who serves a model',
    description: 'Who can be asked for a model, at what price, and how they are doing. Needs no key.',
    isPublic: true,
    parameters: [MODEL_ID],
    answer: { schema: 'ModelEndpoints', description: 'The model with its endpoints.' },
    errors: 'publicModel',
  },
  ...WEBHOOK_OPERATIONS,
  {
    method: 'post',
    path: '/quote',
    operationId: 'createQuote',
    tag: 'Account',
    summary: 'Ask what a call can cost',
    description:
      'Takes the body of a chat completion, with `input` that of embeddings, with `prompt` that of pictures or videos, and answers ' +
      'what it can cost. Nothing is called, held or stored.',
    body: {
      schema: {
        anyOf: [
          schemaRef('ChatCompletionRequest'),
          schemaRef('EmbeddingRequest'),
          schemaRef('ImageRequest'),
          schemaRef('ImageEditRequest'),
          schemaRef('VideoRequest'),
        ],
      },
      example: { model: 'parlance/auto', messages: MESSAGES, max_tokens: 100 },
    },
    answer: { schema: 'Quote', description: 'The least and the most that it can cost.' },
    errors: 'quote',
  },
  {
    method: 'get',
    path: '/generation',
    operationId: 'getGeneration',
    tag: 'Account',
    summary: 'Read the receipt of a call',
    description: 'Who answered, what was counted, and the price line by line. None of what was said.',
    parameters: [
      {
        name: 'id',
        in: 'query',
        required: true,
        description: 'The id of `x-generation-id`, or that of the completion or the response.',
        schema: { type: 'string' },
      },
    ],
    answer: { schema: 'Generation', description: 'The receipt.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/generation/content',
    operationId: 'getGenerationContent',
    tag: 'Account',
    summary: 'Read the body and the answer of a call',
    description: 'Stored only for accounts that have turned it on, for a time.',
    parameters: [
      {
        name: 'id',
        in: 'query',
        required: true,
        description: 'The id of `x-generation-id`, or that of the completion or the response.',
        schema: { type: 'string' },
      },
    ],
    answer: { schema: 'GenerationContent', description: 'The body and the answer.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/credits',
    operationId: 'getCredits',
    tag: 'Account',
    summary: 'Look at the balance',
    description: 'The money of whoever’s key calls.',
    answer: { schema: 'Credits', description: 'What was credited, spent, and is held and available.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/key',
    operationId: 'getKey',
    tag: 'Account',
    summary: 'Look at the key that calls',
    description: 'Its caps, what was spent of them, and what it may be used for.',
    answer: { schema: 'Key', description: 'The key, masked.' },
    errors: 'read',
  },
];

/** A call as an OpenAPI operation object. */
export function toOperationObject(operation: Operation): object {
  const { operationId, tag, summary, description, isPublic, parameters, body, form, answer } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isPublic && { security: [] }),
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': body, ...(form && { 'multipart/form-data': form }) },
      },
    }),
    responses: {
      200: {
        description: answer.description,
        headers: headerRefs(['RequestId', ...(isPublic ? [] : RATE_LIMIT), ...(answer.headers ?? [])]),
        content: {
          ...contentOf(answer),
        },
      },
      ...errorAnswers(operation.errors, operation.dialect),
    },
  };
}

function contentOf(answer: Operation['answer']): object {
  if ('file' in answer) return { [answer.file]: { schema: { type: 'string', format: 'binary' } } };
  return {
    'application/json': { schema: schemaRef(answer.schema) },
    ...(answer.stream && { 'text/event-stream': { schema: schemaRef(answer.stream) } }),
  };
}
