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
    summary: 'Answer a conversation as Anthropic does',
    description:
      'Takes what Anthropic’s Messages take, whoever answers. With `stream: true` the answer comes as server-sent events in ' +
      'the order of its maker, each a `MessageEvent`; a stream that fails ends with an event `error` instead. A client that ' +
      'leaves a stream ends the call.',
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
      'By our own count, of everything that a call would send. Nothing is called, held or charged.',
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
    summary: 'Answer a text',
    description:
      'OpenAI’s older call: one text, which becomes what a person says to the model. With `stream: true` the answer comes as ' +
      'server-sent events, each a `TextCompletion`, ended by `data: [DONE]`. What models of conversations do not have ' +
      '(`suffix`, `logprobs`, `best_of`, `echo`, several prompts) is refused.',
    parameters: [IDEMPOTENCY_KEY],
    body: {
      schema: schemaRef('CompletionRequest'),
      example: { model: 'openai/gpt-5.4-mini', prompt: 'Say hello in three languages.' },
    },
    answer: {
      schema: 'TextCompletion',
      stream: 'TextCompletion',
      description: 'The answer, whole or as a stream.',
      headers: MODEL_HEADERS,
    },
    errors: 'asking',
  },
];

const RESPONSE_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of a response.',
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
    summary: 'Answer items with items',
    description:
      'Takes what OpenAI’s Responses take, for any model that answers in words. With `stream: true` the answer comes as ' +
      'server-sent events, each a `ResponseEvent`. It is kept, to be read again and continued, unless `store` is false. ' +
      'With `background: true` it is answered at once and goes on without its client; else a client that leaves a ' +
      'stream ends the call.',
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
      'By our own count, of everything that a call would send. Nothing is called, held or charged.',
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
    summary: 'Read a response again',
    description:
      'As it is now. With `stream=true` its events from the first, and live where it is still under way.',
    parameters: [
      RESPONSE_ID,
      {
        name: 'stream',
        in: 'query',
        description: 'Whether its events are sent.',
        schema: { type: 'string', enum: ['true', 'false'] },
      },
      {
        name: 'starting_after',
        in: 'query',
        description: 'The number of the last event that is known already.',
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
    description:
      'Nothing of what was said is kept; the receipt stays. One that goes on in the background ends.',
    parameters: [RESPONSE_ID],
    answer: { schema: 'ResponseDeleted', description: 'That it is gone.' },
    errors: 'read',
  },
  {
    method: 'post',
    path: '/responses/{id}/cancel',
    operationId: 'cancelResponse',
    tag: 'Responses',
    summary: 'Cancel a response in the background',
    description: 'What was said until then is kept and charged. One that has ended is answered as it is.',
    parameters: [RESPONSE_ID],
    answer: { schema: 'Response', description: 'The response.' },
    errors: 'read',
  },
  {
    method: 'get',
    path: '/responses/{id}/input_items',
    operationId: 'listResponseInput',
    tag: 'Responses',
    summary: 'List what a response was given',
    description: 'Its own input, without that of the responses that it goes on from.',
    parameters: [
      RESPONSE_ID,
      {
        name: 'after',
        in: 'query',
        description: 'The last id of the page before.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many, 20 where nothing is said.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
      },
      {
        name: 'order',
        in: 'query',
        description: 'By their place; the last come first where nothing is said.',
        schema: { type: 'string', enum: ['asc', 'desc'] },
      },
    ],
    answer: { schema: 'ResponseInputList', description: 'A page of items.' },
    errors: 'read',
  },
];
