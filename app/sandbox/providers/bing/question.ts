import { z } from 'zod';
import type { ChatRequest } from '../openai/chat-request.ts';
import { transcriptAsTurns } from '../transcript.ts';

/** The model for clients that only create a conversation. */
const MODEL = 'sandbox-small';

const question = z.strictObject({
  type: z.literal(4),
  target: z.literal('chat'),
  invocationId: z.string().regex(/^\d+$/),
  arguments: z
    .array(
      z.strictObject({
        source: z.literal('cib'),
        optionsSets: z.array(z.string()).min(1),
        sliceIds: z.array(z.string()),
        traceId: z.string().regex(/^[\da-f]{32}$/),
        isStartOfSession: z.boolean(),
        message: z.strictObject({
          author: z.literal('user'),
          text: z.string().min(1),
          messageType: z.enum(['Chat', 'SearchQuery']),
        }),
        encryptedConversationSignature: z.string().optional(),
        conversationSignature: z.string().optional(),
        participant: z.strictObject({ id: z.string() }),
        conversationId: z.string(),
        previousMessages: z
          .array(
            z.strictObject({
              author: z.literal('user'),
              description: z.string().min(1),
              contextType: z.literal('WebPage'),
              messageType: z.literal('Context'),
              messageId: z.string(),
            }),
          )
          .min(1)
          .optional(),
      }),
    )
    .length(1),
});

export type Question = z.output<typeof question>['arguments'][number];

const TONES = new Set(['h3imaginative', 'h3precise', 'galileo', 'harmonyv3']);

/** Reads the record of a question; null for one that the hub does not accept. */
export function readQuestion(record: unknown): Question | null {
  const { data } = question.safeParse(record);
  const [asked] = data?.arguments ?? [];
  return asked && asked.optionsSets.filter((name) => TONES.has(name)).length === 1 ? asked : null;
}

/** The question in OpenAI's form, from which the sandbox derives its answer. */
export function questionAsChat({ message, previousMessages = [] }: Question): ChatRequest {
  const before = previousMessages.flatMap(({ description }) => transcriptAsTurns(description));
  const isChat = message.messageType === 'Chat';
  const messages = isChat ? [...before, { role: 'user' as const, content: message.text }] : before;
  return { model: MODEL, messages, max_tokens: 4096 };
}
