import { z } from 'zod';
import type { ChatMessage } from '../../openai/messages.ts';
import type { ChatRequest } from '../../openai/chat-request.ts';
import { invalidRequest, type WireError } from '../errors.ts';

const TURN = /\n\n(Human|Assistant):/;

/** Every field of a text completion; others are refused as by the maker. */
const completionRequest = z.strictObject({
  model: z.string().min(1),
  prompt: z
    .string()
    .startsWith('\n\nHuman:', 'prompt must start with "\n\nHuman:" turn')
    .refine(
      (prompt) => prompt.lastIndexOf('\n\nAssistant:') > prompt.lastIndexOf('\n\nHuman:'),
      'prompt must end with "\n\nAssistant:" turn',
    ),
  max_tokens_to_sample: z.int().min(1),
  stop_sequences: z.array(z.string().min(1)).max(16).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  metadata: z.strictObject({ user_id: z.string().optional() }).optional(),
  stream: z.boolean().optional(),
});

export type CompletionRequest = z.output<typeof completionRequest>;

/**
 * Parses a body as strictly as the maker does.
 * @returns the request, or an error in the maker's words
 */
export function readCompletionRequest(body: unknown): CompletionRequest | WireError {
  const { data, error } = completionRequest.safeParse(body);
  if (data) return data;
  const [issue] = error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  const message = issue?.code === 'unrecognized_keys' ? 'Extra inputs are not permitted' : issue?.message;
  return invalidRequest(`${field}: ${message}`);
}

/** The turns of the prompt in OpenAI's form, from which the sandbox derives its answer. */
export function completionAsChat({
  model,
  prompt,
  max_tokens_to_sample,
  stop_sequences,
}: CompletionRequest): ChatRequest {
  const [, ...parts] = prompt.split(TURN);
  const messages = parts.flatMap((part, index): ChatMessage[] => {
    if (index % 2 === 0) return [];
    const content = part.trim();
    const role = parts[index - 1] === 'Human' ? 'user' : 'assistant';
    return content === '' && role === 'assistant' ? [] : [{ role, content }];
  });
  return { model, messages, max_tokens: max_tokens_to_sample, stop: stop_sequences };
}
