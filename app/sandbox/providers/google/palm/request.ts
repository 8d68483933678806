import { z } from 'zod';
import type { ChatMessage } from '../../openai/messages.ts';
import type { ChatRequest } from '../../openai/chat-request.ts';
import { invalidRequest, type WireError } from '../errors.ts';

const message = z.strictObject({ author: z.string(), content: z.string().min(1) });
const example = z.strictObject({ input: message, output: message });

/** Every field of a prediction of the chat models; others are refused. */
const predictionRequest = z.strictObject({
  instances: z
    .array(
      z.strictObject({
        context: z.string().optional(),
        examples: z.array(example).optional(),
        messages: z.array(message).min(1),
      }),
    )
    .length(1),
  parameters: z
    .strictObject({
      temperature: z.number().min(0).max(1).optional(),
      maxOutputTokens: z.int().min(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      topK: z.int().min(1).max(40).optional(),
    })
    .optional(),
});

export type PredictionRequest = z.output<typeof predictionRequest>;

const CODE = /^codechat-/;

/**
 * Parses a body as strictly as the maker did.
 * @returns the request, or an error
 */
export function readPredictionRequest(body: unknown, model: string): PredictionRequest | WireError {
  const { data, error } = predictionRequest.safeParse(body);
  if (!data) {
    const [issue] = error.issues;
    return invalidRequest(`Invalid value at '${issue?.path.join('.')}': ${issue?.message}`);
  }
  const complaint = complaintAbout(data, model);
  return complaint === null ? data : invalidRequest(complaint);
}

function complaintAbout({ instances, parameters = {} }: PredictionRequest, model: string): string | null {
  const [{ messages, examples } = { messages: [] }] = instances;
  const bot = CODE.test(model) ? 'system' : 'bot';
  const isOdd = messages.length % 2 === 1;
  const alternates = messages.every(({ author }, place) => author === (place % 2 === 0 ? 'user' : bot));
  if (!isOdd || !alternates)
    return `There should be an odd number of messages for correct alternating turns of user and ${bot}.`;
  const isForWords = examples !== undefined || parameters.topP !== undefined || parameters.topK !== undefined;
  return bot === 'system' && isForWords ? `${model} takes no examples, topP and topK.` : null;
}

/** The turns in OpenAI's form, from which the sandbox derives its answer. */
export function predictionAsChat({ instances, parameters }: PredictionRequest, model: string): ChatRequest {
  const [{ context, messages } = { context: undefined, messages: [] }] = instances;
  const turns = messages.map(({ author, content }): ChatMessage => {
    return { role: author === 'user' ? 'user' : 'assistant', content };
  });
  return {
    model,
    messages: [...(context ? [{ role: 'system' as const, content: context }] : []), ...turns],
    max_tokens: parameters?.maxOutputTokens ?? 1024,
  };
}
