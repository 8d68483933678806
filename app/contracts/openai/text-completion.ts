import { z } from 'zod';
import { usageAnswer } from './answers/usage-answer.ts';
import { chatRequest, isUsedInChat, type ChatRequest } from './chat-request.ts';

const ONE = 'must be a string, or a list of one string: one text at a time, and no tokens';

const refused = (why: string) => z.null({ error: why }).optional();

const NOT_HERE = 'is not supported by chat models';

const prompt = z
  .union([z.string().min(1), z.array(z.string().min(1)).length(1)], { error: ONE })
  .transform((given) => (typeof given === 'string' ? given : given[0]!));

/** Fields that are passed on unchanged. */
const passed = z.object(chatRequest.shape).pick({
  model: true,
  max_tokens: true,
  stream: true,
  stream_options: true,
  models: true,
  provider: true,
  temperature: true,
  top_p: true,
  frequency_penalty: true,
  presence_penalty: true,
  n: true,
  stop: true,
  logit_bias: true,
  seed: true,
  user: true,
}).shape;

/**
 * The body of POST /api/v1/completions: OpenAI's older call, whose text becomes a user message to the model.
 * Options that such a model cannot honour are refused if they would change the answer.
 */
export const completionRequest = z
  .looseObject({
    ...passed,
    prompt: prompt.describe('The text that the model answers, as one string.'),
    suffix: refused(NOT_HERE),
    logprobs: refused(NOT_HERE),
    best_of: z.literal(1, { error: NOT_HERE }).nullish(),
    echo: z.literal(false, { error: NOT_HERE }).nullish(),
  })
  .refine((body) => !body.stream_options || body.stream === true, {
    message: 'is only for stream: true',
    path: ['stream_options'],
  })
  .meta({ title: 'CompletionRequest' });

export type CompletionRequest = z.output<typeof completionRequest>;

/** Fields that are read here and not passed on. */
const OWN = new Set(['prompt', 'suffix', 'logprobs', 'best_of', 'echo']);

/** The answer of POST /api/v1/completions, whole or as one piece of a stream. */
export const textCompletionAnswer = z
  .object({
    id: z.string(),
    object: z.literal('text_completion'),
    created: z.int().min(0).describe('Unix time in seconds.'),
    model: z.string().describe('The model that answered.'),
    provider: z.string().describe('The provider that served it.'),
    choices: z.array(
      z.object({
        index: z.int().min(0),
        text: z.string(),
        logprobs: z.null(),
        finish_reason: z
          .enum(['stop', 'length', 'content_filter'])
          .nullable()
          .describe('null in chunks of a stream before its last one.'),
      }),
    ),
    usage: usageAnswer
      .nullish()
      .describe('In a stream: in one more chunk, if you set stream_options.include_usage.'),
  })
  .meta({ title: 'TextCompletion' });

export type TextCompletion = z.output<typeof textCompletionAnswer>;

/**
 * Converts the call into a conversation of one message. Unknown fields are carried along, to be listed as
 * ignored; fields that only a conversation has are dropped.
 */
export function toConversation(request: CompletionRequest): ChatRequest {
  const forwarded = Object.entries(request).filter(
    ([name]) => Object.hasOwn(passed, name) || (!OWN.has(name) && !isUsedInChat(name)),
  );
  return {
    ...(Object.fromEntries(forwarded) as Pick<CompletionRequest, keyof typeof passed>),
    messages: [{ role: 'user', content: request.prompt }],
  } as ChatRequest;
}
