import type { ExportOptions, FileType } from '#app/contracts/exports/export-options.ts';
import { nameSetOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { readStoredOptions } from '#app/core/conversations/setup.ts';
import { CSV_MARK, csvLines } from '#app/core/platform/csv.ts';
import type { Autocommit } from '#db/transaction.ts';
import { JSON_FORMAT, JSON_VERSION, nestSequence, writeSequence } from './conversation-json.ts';
import {
  MARKDOWN_FORMAT,
  TEXT_FORMAT,
  type ExportWords,
  type FileHref,
  type TextFormat,
} from './conversation-text.ts';
import { readMessages, type ExportSource } from './exported-messages.ts';

/** The columns of a CSV file, in this order. */
export const CSV_COLUMNS = [
  'sender',
  'text',
  'isCreatedByUser',
  'error',
  'unfinished',
  'cancelled',
  'messageId',
  'parentMessageId',
  'createdAt',
] as const;

/** A conversation whose owner was checked, as it is exported. */
export interface ExportedConversation extends ExportSource {
  title: string;
  endpoint: string;
  model: string;
  /** JSON of its parameters; null for none. */
  options: string | null;
  createdAt: Date;
  updatedAt: Date;
}

interface ExportRequest {
  conversation: ExportedConversation;
  options: Omit<ExportOptions, 'name' | 'type'> & { type: FileType };
  /** Words of text and Markdown. */
  words: ExportWords;
  hrefOf: FileHref;
  at: Date;
}

/**
 * Prepares the file of a conversation.
 * @returns its pieces, each read when it is needed, so that the length of the conversation does not matter
 * @throws AppError invalid_request for `order` when the messages cannot be nested
 */
export async function writeConversation(
  tx: Autocommit,
  request: ExportRequest,
): Promise<AsyncGenerator<string>> {
  const { conversation, options } = request;
  if (options.type === 'csv') return writeCsv(tx, conversation, options);
  if (options.type !== 'json')
    return writeText(tx, request, options.type === 'text' ? TEXT_FORMAT : MARKDOWN_FORMAT);
  const messages = options.isRecursive
    ? await nestSequence(tx, conversation, options.hasBranches)
    : writeSequence(tx, conversation, options.hasBranches);
  return writeJson(request, messages);
}

/** The set parameters under the names of the API, after endpoint and model. */
function factsOfConversation({ endpoint, model, options }: ExportedConversation): Record<string, unknown> {
  const facts = factsOf(endpoint);
  const stored = readStoredOptions(options);
  return { endpoint, model, ...(facts ? nameSetOptions(facts, stored) : stored) };
}

async function* writeJson(
  { conversation, options: { hasOptions, hasBranches, isRecursive }, at }: ExportRequest,
  messages: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const { id, title, leafId, createdAt, updatedAt } = conversation;
  const head = {
    format: JSON_FORMAT,
    version: JSON_VERSION,
    exportAt: at,
    conversationId: id,
    title,
    ...(hasOptions && factsOfConversation(conversation)),
    createdAt,
    updatedAt,
    /** The last message of the shown branch; null: the newest. */
    leafMessageId: leafId,
    branches: hasBranches,
    recursive: isRecursive,
  };
  yield JSON.stringify(head).slice(0, -1);
  yield* messages;
  yield '}\n';
}

async function* writeCsv(
  tx: Autocommit,
  source: ExportSource,
  { hasBranches, guardsFormulas }: Pick<ExportOptions, 'hasBranches' | 'guardsFormulas'>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLines([CSV_COLUMNS], { guardsFormulas: false });
  for await (const page of readMessages(tx, source, hasBranches))
    yield csvLines(
      page.map((message) => CSV_COLUMNS.map((name) => message[name])),
      { guardsFormulas },
    );
}

async function* writeText(
  tx: Autocommit,
  { conversation, options, words, hrefOf }: ExportRequest,
  format: TextFormat,
): AsyncGenerator<string> {
  const facts = options.hasOptions ? Object.entries(factsOfConversation(conversation)) : [];
  yield format.head({
    title: conversation.title,
    facts: facts.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  });
  for await (const page of readMessages(tx, conversation, false))
    yield page.map((message) => format.message(message, words, hrefOf)).join('');
}
