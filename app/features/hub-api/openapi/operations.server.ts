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
  description: 'The ID of a model. You don’t need to encode its slash.',
  schema: { type: 'string' },
  example: 'openai/gpt-5.4-mini',
};
const MESSAGES = [{ role: 'user', content: 'Say hello in three languages.' }];

const IMAGES_NOTE =
  'The response contains the images. With `stream: true` they arrive as server-sent events, each an `ImageEvent`; a stream ' +
  'that fails ends with an event that has `error` instead. If you disconnect, the provider still finishes what it has started.';
const IMAGES_ANSWER = {
  schema: 'Images',
  stream: 'ImageEvent',
  description: 'The images, whole or as a stream.',
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
    summary: 'Create a chat completion',
    description:
      'Accepts what OpenAI’s chat completions accept. With `stream: true` the response arrives as server-sent events, each a ' +
      '`ChatCompletionChunk`, followed by `data: [DONE]`; a stream that fails ends with an event that has `error` instead. ' +
      'Disconnecting from a stream ends the request.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('ChatCompletionRequest'),
      example: { model: 'parlance/auto', messages: MESSAGES },
    },
    answer: {
      schema: 'ChatCompletion',
      stream: 'ChatCompletionChunk',
      description: 'The completion, whole or as a stream.',
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
    summary: 'Create images from text',
    description: `Accepts what OpenAI’s image generations accept. ${IMAGES_NOTE}`,
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
    summary: 'Edit images',
    description: `Accepts what OpenAI’s image edits accept: a form with files, or JSON with data: URLs. ${IMAGES_NOTE}`,
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
    summary: 'Create embeddings',
    description: 'Accepts what OpenAI’s embeddings accept: a string, up to 2,048 of them, or their tokens.',
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
      '`parlance/auto`, and every available model with its prices. Needs no key. With the header `anthropic-version` you get ' +
      'the text models in Anthropic’s format, page by page (`after_id`, `before_id`, `limit`).',
    isPublic: true,
    answer: { schema: 'ModelList', description: 'The models, in the administrator’s order.' },
    errors: 'public',
  },
  {
    method: 'get',
    path: '/models/{id}',
    operationId: 'getModel',
    tag: 'Models',
    summary: 'Get a model',
    description:
      'A retired ID returns its successor, with a notice. Needs no key. With the header `anthropic-version` you get the model ' +
      'in Anthropic’s format.',
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
    summary: 'List the providers of a model',
    description: 'The providers of a model, with their prices and performance. Needs no key.',
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
    summary: 'Get a quote for a request',
    description:
      'Accepts the body of a chat completion, of embeddings (with `input`), or of images or videos (with `prompt`), and returns ' +
      'what it can cost. It runs, reserves, and stores nothing.',
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
    answer: { schema: 'Quote', description: 'The least and the most that the request can cost.' },
    errors: 'quote',
  },
  {
    method: 'get',
    path: '/generation',
    operationId: 'getGeneration',
    tag: 'Account',
    summary: 'Get the receipt of a request',
    description:
      'Which provider answered, what was counted, and the price line by line. It contains none of the text.',
    parameters: [
      {
        name: 'id',
        in: 'query',
        required: true,
        description: 'The ID from `x-generation-id`, or the ID of the completion or response.',
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
    summary: 'Get the body and the response of a request',
    description: 'Stored for a limited time, and only for accounts that have turned it on.',
    parameters: [
      {
        name: 'id',
        in: 'query',
        required: true,
        description: 'The ID from `x-generation-id`, or the ID of the completion or response.',
        schema: { type: 'string' },
      },
    ],
    answer: { schema: 'GenerationContent', description: 'The body and the response.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/credits',
    operationId: 'getCredits',
    tag: 'Account',
    summary: 'Get the balance',
    description: 'The balance of the account that the key belongs to.',
    answer: {
      schema: 'Credits',
      description: 'What was credited and spent, and what is reserved and available.',
    },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/key',
    operationId: 'getKey',
    tag: 'Account',
    summary: 'Get the current key',
    description: 'Its limits, what was spent, and what you can use it for.',
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
