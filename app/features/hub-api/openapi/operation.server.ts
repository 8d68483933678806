import type { AnswerHeader } from './answer-headers.server.ts';
import type { ERRORS_OF } from './error-answers.server.ts';
import type { SchemaName } from './schemas.server.ts';

/** A call as the document describes it. */
export interface Operation {
  method: 'get' | 'post' | 'delete';
  path: string;
  operationId: string;
  tag:
    | 'Chat'
    | 'Responses'
    | 'Messages'
    | 'Embeddings'
    | 'Images'
    | 'Videos'
    | 'Models'
    | 'Webhooks'
    | 'Account';
  summary: string;
  description: string;
  isPublic?: true;
  parameters?: object[];
  body?: { schema: object; example: object };
  /** The same as a form, where it may come as one. */
  form?: object;
  answer: {
    description: string;
    headers?: readonly AnswerHeader[];
  } & ({ schema: SchemaName; stream?: SchemaName } | { /** The type of a file. */ file: string });
  errors: keyof typeof ERRORS_OF;
  /** Whose errors it answers; OpenAI's where nothing is said. */
  dialect?: 'messages';
}

/** What the answers of models have beside. */
export const OF_MODELS = [
  'GenerationId',
  'Provider',
  'IgnoredParameters',
  'MaxTokensLowered',
  'IdempotentReplayed',
] as const;

/** Names a call, so that a repeat of it is known. */
export const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };
