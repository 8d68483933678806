import { z } from 'zod';
import type { ChatRequest } from '../openai/chat-request.ts';
import { transcriptAsTurns } from '../transcript.ts';

const message = z.strictObject({
  id: z.uuid(),
  role: z.literal('user').optional(),
  author: z.strictObject({ role: z.literal('user') }).optional(),
  content: z.strictObject({
    content_type: z.literal('text'),
    parts: z.array(z.string().min(1)).length(1),
  }),
});

/** Every field of a question to the website; others are refused. */
const conversationRequest = z.strictObject({
  action: z.literal('next'),
  conversation_id: z.uuid().optional(),
  messages: z.array(message).length(1),
  parent_message_id: z.uuid(),
  model: z.string().min(1),
  timezone_offset_min: z.int().optional(),
  history_and_training_disabled: z.boolean().optional(),
});

export type ConversationRequest = z.output<typeof conversationRequest>;

/**
 * Parses a body as strictly as the website's server does.
 * @returns the request, or the server's error
 */
export function readConversationRequest(body: unknown): ConversationRequest | { complaint: string } {
  const { data, error } = conversationRequest.safeParse(body);
  if (data) return data;
  const [issue] = error.issues;
  return { complaint: `${issue?.path.join('.')}: ${issue?.message}` };
}

/** The question in OpenAI's form, from which the sandbox derives its answer. */
export function conversationAsChat({ model, messages }: ConversationRequest): ChatRequest {
  const text = messages[0]?.content.parts[0] ?? '';
  const turns = transcriptAsTurns(text);
  const isTranscript = turns.some(({ role }) => role === 'user');
  return { model, messages: isTranscript ? turns : [{ role: 'user', content: text }], max_tokens: 4096 };
}
