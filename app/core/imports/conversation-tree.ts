import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { TEXT_MAX } from '#app/contracts/chat.ts';
import type { ImportedMessage } from '#app/core/conversations/messages/imported-tree.ts';
import { add, linkNodes, sortLinks, timesOf } from './node-order.ts';
import type {
  Counts,
  MessageNote,
  MessageOmission,
  SourceConversation,
  SourceMessage,
  SourceName,
} from './sources/source.ts';

/** A conversation to be stored. */
export interface ConversationTree {
  id: string;
  source: SourceName;
  sourceId: string;
  /** Without line breaks; '' for none. */
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  endpoint: string;
  model: string | null;
  /** Each after its parent. */
  messages: ImportedMessage[];
  /** Index of the last message of the shown branch; -1 for a conversation without messages. */
  leaf: number;
  omitted: Counts<MessageOmission>;
  notes: Counts<MessageNote>;
}

/** Max messages of a conversation; those written first are stored. */
const MAX_MESSAGES = 20_000;

/** Max characters of a title that are examined. */
const MAX_TITLE = 255;

const MAX_SENDER = 80;

const MODEL_NAME = /^[\w.:/-]{1,160}$/;

const FINISH_REASON = /^[\w-]{1,24}$/;

/** Longer ids of a source are not compared any further. */
const MAX_ID = 500;

/** The text of a message that was an image or a file and nothing else. */
const PLACEHOLDERS = { image: '[image]', file: '[file]' } as const;

const SENDERS: Record<SourceName, string> = {
  parlance: 'Assistant',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  librechat: 'Assistant',
  openwebui: 'Assistant',
};

/**
 * Makes a tree of the nodes of a conversation: a node with an unknown parent begins the conversation, a cycle is
 * cut, nodes without a message are replaced by their parents. Takes time in proportion to the nodes, and sorts
 * them by time if their source has no order.
 * @param userId the account whose conversation it becomes
 */
export function treeOf(conversation: SourceConversation, userId: string): ConversationTree {
  const { source, isOrdered } = conversation;
  const omitted: Counts<MessageOmission> = {};
  const notes: Counts<MessageNote> = {};
  const links = linkNodes(conversation.nodes, omitted, notes);
  const order = sortLinks(links, isOrdered);
  const sourceId = shortId(conversation.id);
  const createdAt = conversation.createdAt ?? timesOf(links)[0] ?? null;
  const names = [userId, source, sourceId];
  const messages: ImportedMessage[] = [];
  /** Index of a node -> its message, else that of its next ancestor with one; -1 for none. */
  const places = new Map<number, number>();
  const thoughts = new Map<number, string>();
  for (const index of order) {
    const { node, parent, time } = links[index]!;
    const above = places.get(parent) ?? -1;
    places.set(index, above);
    const carried = thoughts.get(parent) ?? '';
    if (node.message === null) {
      if (node.omitted) add(omitted, node.omitted);
      thoughts.set(index, withThought(carried, node.thinking ?? ''));
      continue;
    }
    const text = textWithFiles(node.message);
    if (text.trim() === '') add(omitted, 'empty');
    else if (messages.length >= MAX_MESSAGES) add(omitted, 'surplus');
    else {
      for (const note of node.message.notes ?? []) add(notes, note);
      const facts = {
        id: stableId([...names, shortId(node.id)], known(time) ?? createdAt),
        sourceId: node.id,
      };
      const message = toMessage({ ...node.message, text }, { source, carried, notes });
      places.set(index, messages.length);
      messages.push({ ...facts, parent: above, createdAt: known(time) ?? createdAt, ...message });
    }
  }
  return {
    id: stableId(names, createdAt),
    source,
    sourceId: conversation.id,
    title: cleanTitle(conversation.title),
    createdAt,
    updatedAt: conversation.updatedAt ?? timesOf(links).at(-1) ?? createdAt,
    endpoint: conversation.endpoint ?? '',
    model: modelName(conversation.model),
    messages,
    leaf: findLeaf(conversation, places, messages.length),
    omitted,
    notes,
  };
}

/**
 * An id that is the same in every import of the same record into the same account, and another one in any
 * other account: a UUIDv7 of the record's time, whose random part is a hash of its names.
 * @param names account, source, conversation and, for a message, its own id
 * @param time milliseconds since 1970; null for a record without a time
 */
function stableId(names: readonly string[], time: number | null): string {
  // As JSON no two lists of names are written alike.
  const random = createHash('sha256').update(JSON.stringify(names)).digest();
  return v7({ msecs: time ?? 0, random });
}

const known = (time: number): number | null => (Number.isFinite(time) ? time : null);

function findLeaf({ nodes, leafId }: SourceConversation, places: Map<number, number>, count: number): number {
  if (leafId === null || count === 0) return count - 1;
  const seen = new Set<string>();
  for (const { id } of nodes) {
    if (id === leafId) return places.get(seen.size) ?? count - 1;
    seen.add(id);
  }
  return count - 1;
}

function textWithFiles({ text, notes = [] }: SourceMessage): string {
  if (text.trim() !== '' || notes.length === 0) return text;
  return notes.includes('image') ? PLACEHOLDERS.image : PLACEHOLDERS.file;
}

/** Adds a thought to others, up to the maximum length; the engine copies none of them. */
function withThought(others: string, thought: string): string {
  if (others === '' || thought === '') return others || thought;
  return others.length > TEXT_MAX ? others : `${others}\n\n${thought}`;
}

interface MessageFacts {
  source: SourceName;
  /** Thoughts of nodes above without a message. */
  carried: string;
  notes: Counts<MessageNote>;
}

function toMessage(message: SourceMessage, { source, carried, notes }: MessageFacts) {
  const { isCreatedByUser, sender, finishReason, updatedAt = null } = message;
  const bounded = (text: string) => {
    if (text.length > TEXT_MAX) add(notes, 'cut');
    return cleanText(text.slice(0, TEXT_MAX));
  };
  const thinking = isCreatedByUser ? '' : withThought(carried, message.thinking ?? '');
  const isValid = finishReason != null && FINISH_REASON.test(finishReason);
  return {
    isCreatedByUser,
    text: bounded(message.text),
    thinking: thinking === '' ? null : bounded(thinking),
    sender: isCreatedByUser ? 'User' : cleanTitle(sender ?? '').slice(0, MAX_SENDER) || SENDERS[source],
    model: modelName(message.model),
    updatedAt,
    isEdited: message.isEdited ?? false,
    isUnfinished: message.isUnfinished ?? false,
    isCancelled: message.isCancelled ?? false,
    finishReason: isCreatedByUser
      ? null
      : isValid
        ? finishReason
        : finishReason === undefined
          ? 'stop'
          : null,
  };
}

/** Text that every store and page can hold: no half of a surrogate pair, no U+0000. */
const cleanText = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\u{fffd}');

/** A title on one line. */
function cleanTitle(title: string): string {
  return cleanText(title.slice(0, MAX_TITLE))
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

const modelName = (name: string | undefined) => (name !== undefined && MODEL_NAME.test(name) ? name : null);

/** Ids are hashed: of a very long one only the beginning and its length count. */
const shortId = (id: string) => (id.length > MAX_ID ? `${id.slice(0, MAX_ID)}:${id.length}` : id);
