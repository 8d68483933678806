import type { AnswerHeader } from './answer-headers.server.ts';
import type { ERRORS_OF } from './error-answers.server.ts';
import type { SchemaName } from './schemas.server.ts';

/** A call as described in the document. */
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
  /** The same body as a form, if the call accepts one. */
  form?: object;
  answer: {
    description: string;
    headers?: readonly AnswerHeader[];
  } & ({ schema: SchemaName; stream?: SchemaName } | { /** The type of a file. */ file: string });
  errors: keyof typeof ERRORS_OF;
  /** The dialect of its errors; OpenAI's by default. */
  dialect?: 'messages';
}

/** Additional headers of answers by models. */
export const MODEL_HEADERS = [
  'GenerationId',
  'Provider',
  'IgnoredParameters',
  'MaxTokensLowered',
  'IdempotentReplayed',
] as const;

/** The header that names a call, by which a repeat is recognized. */
export const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };
