import { IDEMPOTENCY_KEY, MODEL_HEADERS, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const PROMPT = {
  model: 'anthropic/claude-haiku-4.5',
  messages: [{ role: 'user', content: 'Say hello in three languages.' }],
};

/** Text calls other than chat completions. */
export const TEXT_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/messages',
    operationId: 'createMessage',
    tag: 'Messages',
    summary: 'Create a message',
    description:
      'Accepts what Anthropic’s Messages accept, for the models of every maker. With `stream: true` the response arrives as ' +
      'server-sent events in Anthropic’s order, each a `MessageEvent`; a stream that fails ends with an event `error` instead. ' +
      'Disconnecting from a stream ends the request.',
    parameters: [IDEMPOTENCY_KEY],
    body: { schema: schemaRef('MessageRequest'), example: { ...PROMPT, max_tokens: 200 } },
    answer: {
      schema: 'Message',
      stream: 'MessageEvent',
      description: 'The message, whole or as a stream.',
      headers: MODEL_HEADERS,
    },
    errors: 'asking',
    dialect: 'messages',
  },
  {
    method: 'post',
    path: '/messages/count_tokens',
    operationId: 'countMessageTokens',
    tag: 'Messages',
    summary: 'Count the tokens of a prompt',
    description:
      'Our own count of everything that a request would send. It runs, reserves, and charges nothing.',
    body: { schema: schemaRef('MessageCountRequest'), example: PROMPT },
    answer: { schema: 'MessageTokensCount', description: 'The count.' },
    errors: 'quote',
    dialect: 'messages',
  },
  {
    method: 'post',
    path: '/completions',
    operationId: 'createCompletion',
    tag: 'Chat',
    summary: 'Complete a text',
    description:
      'OpenAI’s older request: one text, which the model gets as a user message. With `stream: true` the response arrives as ' +
      'server-sent events, each a `TextCompletion`, followed by `data: [DONE]`. Options that chat models don’t support ' +
      '(`suffix`, `logprobs`, `best_of`, `echo`, several prompts) are rejected.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('CompletionRequest'),
      example: { model: 'openai/gpt-5.4-mini', prompt: 'Say hello in three languages.' },
    },
    answer: {
      schema: 'TextCompletion',
      stream: 'TextCompletion',
      description: 'The completion, whole or as a stream.',
      headers: MODEL_HEADERS,
    },
    errors: 'asking',
  },
];

const RESPONSE_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The ID of a response.',
  schema: { type: 'string' },
};

const RESPONSE_HEADERS = [
  'GenerationId',
  'Provider',
  'IgnoredParameters',
  'MaxTokensLowered',
  'IdempotentReplayed',
] as const;

/** Responses: create, store, read again, continue. */
export const RESPONSE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/responses',
    operationId: 'createResponse',
    tag: 'Responses',
    summary: 'Create a response',
    description:
      'Accepts what OpenAI’s Responses accept, for any text model. With `stream: true` the response arrives as ' +
      'server-sent events, each a `ResponseEvent`. It is stored, so that you can read it again and continue it, unless ' +
      '`store` is false. With `background: true` you get a response immediately and it continues without you; otherwise, ' +
      'disconnecting from a stream ends the request.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('ResponsesRequest'),
      example: { model: 'parlance/auto', input: 'Say hello in three languages.' },
    },
    answer: {
      schema: 'Response',
      stream: 'ResponseEvent',
      description: 'The response, whole or as a stream.',
      headers: RESPONSE_HEADERS,
    },
    errors: 'asking',
  },
  {
    method: 'post',
    path: '/responses/input_tokens',
    operationId: 'countResponseTokens',
    tag: 'Responses',
    summary: 'Count the tokens of an input',
    description:
      'Our own count of everything that a request would send. It runs, reserves, and charges nothing.',
    body: {
      schema: schemaRef('ResponseCountRequest'),
      example: { model: 'parlance/auto', input: 'Say hello in three languages.' },
    },
    answer: { schema: 'ResponseTokensCount', description: 'The count.' },
    errors: 'quote',
  },
  {
    method: 'get',
    path: '/responses/{id}',
    operationId: 'getResponse',
    tag: 'Responses',
    summary: 'Get a response',
    description:
      'The response in its current state. With `stream=true`, all its events, and live ones while it is in progress.',
    parameters: [
      RESPONSE_ID,
      {
        name: 'stream',
        in: 'query',
        description: 'Whether to send its events.',
        schema: { type: 'string', enum: ['true', 'false'] },
      },
      {
        name: 'starting_after',
        in: 'query',
        description: 'The number of the last event that you already have.',
        schema: { type: 'integer', minimum: 0 },
      },
    ],
    answer: { schema: 'Response', stream: 'ResponseEvent', description: 'The response.' },
    errors: 'read',
  },
  {
    method: 'delete',
    path: '/responses/{id}',
    operationId: 'deleteResponse',
    tag: 'Responses',
    summary: 'Delete a response',
    description: 'Deletes its content; the receipt stays. A response that is running in the background ends.',
    parameters: [RESPONSE_ID],
    answer: { schema: 'ResponseDeleted', description: 'Confirmation that it was deleted.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/responses/{id}/cancel',
    operationId: 'cancelResponse',
    tag: 'Responses',
    summary: 'Cancel a background response',
    description:
      'The output up to that point is stored and charged. A response that has already ended is returned unchanged.',
    parameters: [RESPONSE_ID],
    answer: { schema: 'Response', description: 'The response.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/responses/{id}/input_items',
    operationId: 'listResponseInput',
    tag: 'Responses',
    summary: 'List the input of a response',
    description: 'Its own input, without that of the responses that it continues from.',
    parameters: [
      RESPONSE_ID,
      {
        name: 'after',
        in: 'query',
        description: 'The last ID of the previous page.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many items to return; 20 by default.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      {
        name: 'order',
        in: 'query',
        description: 'Order by position; the last come first by default.',
        schema: { type: 'string', enum: ['asc', 'desc'] },
      },
    ],
    answer: { schema: 'ResponseInputList', description: 'A page of items.' },
    errors: 'read',
  },
];
