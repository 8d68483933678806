import type { ChatMessage } from '#app/contracts/chat.ts';
import { viewFile, type FileRecord } from '#app/core/files/records/file-record.ts';
import type { Tx } from '#db/transaction.ts';
import type { Append } from './append.ts';
import { readMessageFiles } from './message-files.ts';
import { readSuggestions } from './reply.ts';

/** A row of `messages`, as `MESSAGE_COLUMNS` selects it. */
export interface MessageRow {
  id: string;
  client_id: string | null;
  conversation_id: string;
  position: number;
  parent_id: string;
  generation_id: string | null;
  is_created_by_user: number;
  sender: string;
  endpoint: string | null;
  model: string | null;
  text: string;
  thinking: string | null;
  is_edited: number;
  unfinished: number;
  cancelled: number;
  error_code: string | null;
  error_detail: string | null;
  finish_reason: string | null;
  cost_micro: string | null;
  omitted_messages: number;
  omitted_pictures: number;
  /** Number of files that were sent with it, including files deleted since. */
  file_count: number;
  suggestions: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a message that are read, for a table named `m` in the statement. */
export const MESSAGE_COLUMNS = `m.id, m.client_id, m.conversation_id, m.position, m.parent_id, m.generation_id,
  m.is_created_by_user, m.sender, m.endpoint, m.model, m.text, m.thinking, m.is_edited, m.unfinished,
  m.cancelled, m.error_code, m.error_detail, m.finish_reason, m.cost_micro, m.omitted_messages, m.omitted_pictures,
  m.file_count, m.suggestions, m.created_at, m.updated_at`;

/**
 * A page of messages ends with the one that takes their texts beyond this many bytes, whatever its max count.
 */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** SQL for the bytes of a row that count against PAGE_BYTES. */
export const TEXT_BYTES_OF = 'LENGTH(text) + COALESCE(LENGTH(thinking), 0)';

/** Columns that are empty in a new message. */
const UNTOUCHED = {
  thinking: null,
  is_edited: 0,
  cancelled: 0,
  error_code: null,
  error_detail: null,
  finish_reason: null,
  cost_micro: null,
  suggestions: null,
} as const satisfies Partial<MessageRow>;

/** Converts a row to the form of the API and the pages. @param files its files without deleted ones */
export function toChatMessage(
  row: Omit<MessageRow, 'position'>,
  files: readonly FileRecord[] = [],
): ChatMessage {
  return {
    messageId: row.id,
    clientId: row.client_id,
    conversationId: row.conversation_id,
    parentMessageId: row.parent_id,
    generationId: row.generation_id,
    sender: row.sender,
    text: row.text,
    thinking: row.thinking,
    isCreatedByUser: row.is_created_by_user === 1,
    isEdited: row.is_edited === 1,
    error: row.error_code !== null,
    errorCode: row.error_code,
    errorDetail: row.error_detail,
    unfinished: row.unfinished === 1,
    cancelled: row.cancelled === 1,
    submitting: isUnderWay(row),
    finish_reason: row.finish_reason,
    endpoint: row.endpoint,
    model: row.model,
    costMicro: row.cost_micro,
    omittedMessages: row.omitted_messages,
    omittedPictures: row.omitted_pictures,
    files: files.map(viewFile),
    deletedFiles: row.file_count - files.length,
    suggestions: readSuggestions(row.suggestions),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A reply is queued or running until its end is written: a finish reason, or an error. */
function isUnderWay(row: Omit<MessageRow, 'position'>): boolean {
  return (
    row.is_created_by_user === 0 &&
    row.generation_id !== null &&
    row.finish_reason === null &&
    row.error_code === null
  );
}

/** Converts messages of one owner to the form of the API and the pages, with their files. */
export async function viewMessages(
  tx: Tx,
  rows: readonly Omit<MessageRow, 'position'>[],
): Promise<ChatMessage[]> {
  const files = await readMessageFiles(tx, rows);
  return rows.map((row) => toChatMessage(row, files.get(row.id)));
}

/**
 * Both messages of a send as `appendAll` has stored them.
 * @returns null if one of them existed before: its row has more than the send
 */
export function newMessages(
  { conversation, prompt, reply, generationId }: Append,
  storedAt: Date,
): { prompt: ChatMessage; reply: ChatMessage } | null {
  if (!prompt || !reply.isNew) return null;
  const common = {
    conversation_id: conversation.id,
    generation_id: generationId,
    endpoint: conversation.endpoint,
    model: conversation.model,
    ...UNTOUCHED,
    created_at: storedAt,
    updated_at: storedAt,
  };
  return {
    prompt: toChatMessage(
      {
        ...common,
        id: prompt.id,
        client_id: prompt.clientId,
        parent_id: prompt.parentId,
        is_created_by_user: 1,
        sender: 'User',
        text: prompt.text,
        omitted_messages: 0,
        omitted_pictures: 0,
        file_count: prompt.files.length,
        unfinished: 0,
      },
      prompt.files,
    ),
    reply: toChatMessage({
      ...common,
      id: reply.id,
      client_id: null,
      parent_id: reply.parentId,
      is_created_by_user: 0,
      sender: reply.sender,
      text: reply.text,
      omitted_messages: reply.omittedMessages,
      omitted_pictures: reply.omittedPictures,
      file_count: 0,
      unfinished: 1,
    }),
  };
}
