import { IDEMPOTENCY_KEY, OF_MODELS, type Operation } from './operation.server.ts';
import { schemaRef } from './schemas.server.ts';

const PROMPT = {
  model: 'anthropic/claude-haiku-4.5',
  messages: [{ role: 'user', content: 'Say hello in three languages.' }],
};

/** Other ways than chat completions to ask for words. */
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
      headers: OF_MODELS,
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
      headers: OF_MODELS,
    },
    errors: 'asking',
  },
];
