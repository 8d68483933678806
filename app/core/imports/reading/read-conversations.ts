import { treeOf, type ConversationTree } from '../conversation-tree.ts';
import { chatgpt } from '../sources/chatgpt.ts';
import { claude } from '../sources/claude.ts';
import { librechat } from '../sources/librechat.ts';
import { openWebUi } from '../sources/open-webui.ts';
import { parlance } from '../sources/parlance.ts';
import { isObject, textOf, type Source, type SourceConversation } from '../sources/source.ts';
import { JsonItems, type ItemProblem, type JsonItem } from './json-items.ts';
import { jsonFiles, type ContentProblem, type JsonFile } from './upload-content.ts';

/** Our own files come first: they are laid out like LibreChat's. */
const SOURCES: readonly Source[] = [parlance, chatgpt, claude, openWebUi, librechat];

/** Why a conversation of an export is left out. */
export const CONVERSATION_OMISSIONS = ['too_large', 'too_deep', 'broken', 'unknown', 'no_messages'] as const;

export type ConversationOmission = (typeof CONVERSATION_OMISSIONS)[number];

/** Why a file is not read to its end. */
export const FILE_PROBLEMS = ['cut', 'foreign', 'bomb', 'encrypted', 'damaged', 'too_many_files'] as const;

export type FileProblem = (typeof FILE_PROBLEMS)[number];

/** A result of reading an upload. A second reading has the same results in the same order. */
export type Reading =
  | { kind: 'conversation'; tree: ConversationTree }
  | { kind: 'left-out'; reason: ConversationOmission; example: string }
  | { kind: 'problem'; reason: FileProblem; example: string }
  /** A file of JSON without conversations, such as the settings of an account. */
  | { kind: 'other-file' };

/**
 * Reads the conversations of an upload one by one.
 * @param upload its path, its maximum size in bytes, and the account that it belongs to
 */
export async function* readConversations({
  place,
  maxBytes,
  userId,
}: {
  place: string;
  maxBytes: number;
  userId: string;
}): AsyncGenerator<Reading> {
  try {
    for await (const file of jsonFiles(place, maxBytes)) yield* readFile(file, userId);
  } catch {
    yield { kind: 'problem', reason: 'damaged', example: '' };
  }
}

async function* readFile({ name, content }: JsonFile, userId: string): AsyncGenerator<Reading> {
  if (typeof content === 'string') {
    yield { kind: 'problem', reason: content, example: name };
    return;
  }
  const items = new JsonItems();
  /** Values that are not recognized count only in a file with conversations. */
  let unknown: Reading[] = [];
  let count = 0;
  let damage: ContentProblem | null = null;
  try {
    for await (const piece of content) {
      for (const item of items.push(piece)) {
        const reading = readItem(item, userId);
        if (reading.kind === 'left-out' && reading.reason === 'unknown' && count === 0) unknown.push(reading);
        else {
          yield* unknown;
          unknown = [];
          count += 1;
          yield reading;
        }
        if (unknown.length > MAX_UNKNOWN) unknown.shift();
      }
    }
  } catch {
    damage = 'damaged';
  }
  const end = items.end();
  // An upload that is no archive has no other files that explain it.
  if (damage) yield { kind: 'problem', reason: damage, example: name };
  else if (count > 0 || name === '') {
    if (end !== 'whole') yield { kind: 'problem', reason: end, example: name };
    else yield* unknown;
  } else if (end === 'cut') yield { kind: 'problem', reason: 'cut', example: name };
  else yield { kind: 'other-file' };
}

/** Max unknown values before the first conversation of a file that are reported. */
const MAX_UNKNOWN = 100;

function readItem(item: JsonItem, userId: string): Reading {
  if ('problem' in item) return leftOut(item.problem, '');
  const conversation = readSource(item.value);
  if (conversation === null) return leftOut('unknown', isObject(item.value) ? textOf(item.value.title) : '');
  const tree = treeOf(conversation, userId);
  return tree.messages.length === 0 ? leftOut('no_messages', tree.title) : { kind: 'conversation', tree };
}

const leftOut = (reason: ConversationOmission | ItemProblem, example: string): Reading => ({
  kind: 'left-out',
  reason,
  example: example.slice(0, 100),
});

/** Reads a value as a conversation of the first product that recognizes it. @returns null if none does */
function readSource(value: unknown): SourceConversation | null {
  if (!isObject(value)) return null;
  return SOURCES.find((source) => source.recognizes(value))?.read(value) ?? null;
}
