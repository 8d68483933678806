/** The products whose exports can be imported. */
export const SOURCES = ['parlance', 'chatgpt', 'claude', 'librechat', 'openwebui'] as const;

export type SourceName = (typeof SOURCES)[number];

/** Why a message of an export does not become a message of a chat. */
export const MESSAGE_OMISSIONS = [
  'system',
  'tool',
  'hidden',
  'failed',
  'empty',
  'duplicate',
  'surplus',
] as const;

/** Parts that a stored message lacks, and corrections that its tree needed. */
export const MESSAGE_NOTES = ['image', 'file', 'cut', 'orphan', 'cycle'] as const;

export type MessageOmission = (typeof MESSAGE_OMISSIONS)[number];

export type MessageNote = (typeof MESSAGE_NOTES)[number];

/** How often each reason applied. */
export type Counts<Reason extends string> = Partial<Record<Reason, number>>;

/** A message as its source has it. Ids are the source's own; times are milliseconds since 1970. */
export interface SourceMessage {
  isCreatedByUser: boolean;
  text: string;
  thinking?: string;
  sender?: string;
  /** The source's own name of the model. */
  model?: string;
  createdAt: number | null;
  updatedAt?: number | null;
  isEdited?: boolean;
  isUnfinished?: boolean;
  isCancelled?: boolean;
  finishReason?: string | null;
  notes?: readonly MessageNote[];
}

/** A node of a conversation: a message, or a place in the tree without one. */
export type SourceNode = { id: string; parentId: string | null } & (
  | { message: SourceMessage }
  | {
      message: null;
      /** null: the node never was a message, and is not counted. */
      omitted: MessageOmission | null;
      /** Thoughts that belong to the next answer below. */
      thinking?: string;
    }
);

/** A conversation as its source has it. */
export interface SourceConversation {
  source: SourceName;
  /** The source's own id, or another text that stays the same in every export. */
  id: string;
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  endpoint?: string;
  model?: string;
  /** Id of the last node of the shown branch; null: the newest. */
  leafId: string | null;
  /** True if the nodes are in the order in which they were written. */
  isOrdered: boolean;
  nodes: SourceNode[];
}

/** Reads the exports of one product. */
export interface Source {
  name: SourceName;
  /** True for a value that is one conversation of this product. */
  recognizes: (value: JsonObject) => boolean;
  /** Reads a recognized conversation. Never throws, whatever the value contains. */
  read: (value: JsonObject) => SourceConversation;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else has no fields. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The objects of a list; a value that is no list has none. */
export const objectsOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A text that is not empty, else null. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Numbers below this are seconds: as milliseconds they are before 1973. */
const MIN_MILLISECONDS = 1e11;

const MIN_TIME = Date.UTC(1990, 0);

const MAX_TIME = Date.UTC(2100, 0);

/** Milliseconds since 1970 of a time in seconds, milliseconds or ISO 8601; null if it is none of this era. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value.slice(0, 40)) : numberTime(value);
  return time >= MIN_TIME && time <= MAX_TIME ? Math.floor(time) : null;
}

function numberTime(value: unknown): number {
  if (typeof value !== 'number') return Number.NaN;
  return value < MIN_MILLISECONDS ? value * 1000 : value;
}

/** Joins the parts of a text that are not empty by blank lines. */
export const joinParts = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n\n');

/** A block of code in Markdown, with a fence that is longer than every run of backticks in it. */
export function fenced(code: string, language = ''): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[\w+#-]{1,30}$/.test(language) ? language : ''}\n${code}\n${fence}`;
}
