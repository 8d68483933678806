import { longId } from '#app/core/platform/ids.ts';
import { change, type SqlValue } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Messages of a conversation. */
const TURNS = 20;

/** Different words; the frequency of a word falls with its rank, as in a language. */
const VOCABULARY = 30_000;

/** The first message, and milliseconds from one to the next. */
const BEGIN = Date.UTC(2024, 0, 1);
const STEP_MS = 40_000;

const ROWS = 2000;

const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'fi',
  'gra',
  'hul',
  'jo',
  'ken',
  'lu',
  'mar',
  'ni',
  'pol',
  'ri',
  'sta',
  'ver',
  'zo',
];

/** A number from 0 to 1 for a number: the same in each run. */
function drawn(seed: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** The word of a rank: two to five syllables. */
export function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16]!;
  return word;
}

function textOf(message: number): string {
  const count = 20 + Math.floor(drawn(message) * 21);
  return Array.from({ length: count }, (_, at) =>
    wordOf(Math.floor(VOCABULARY ** drawn(message * 64 + at + 1)) - 1),
  ).join(' ');
}

/** The id of a row: UUIDv7 by its time. */
function idOf(time: number, number: number): string {
  const stamp = time.toString(16).padStart(12, '0');
  const rest = Math.floor(drawn(number) * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
  return longId(Buffer.from(`${stamp}7000${rest}${number.toString(16).padStart(8, '0')}`, 'hex'));
}

export interface Seed {
  messages: number;
  users: string[];
  /** The first user has this many of the messages. */
  heavy: number;
}

/** Writes messages of 20 to 40 words; the first user has many, the others an equal number of the rest. */
export async function seedMessages({ messages, users, heavy }: Seed): Promise<void> {
  const conversations = new Map<string, { id: string; position: number }>();
  let rows: SqlValue[][] = [];
  let opened: SqlValue[][] = [];
  const flush = async () => {
    if (opened.length > 0)
      await change(
        AUTOCOMMIT,
        'INSERT INTO conversations (id, user_id, title, endpoint, model, created_at, updated_at) VALUES ?',
        [opened],
      );
    await change(
      AUTOCOMMIT,
      `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, is_created_by_user, sender, model,
         text, created_at, updated_at) VALUES ?`,
      [rows],
    );
    [rows, opened] = [[], []];
  };
  for (let number = 0; number < messages; number += 1) {
    const isHeavy = drawn(number + 7) < heavy / messages;
    const userId = isHeavy ? users[0]! : users[1 + (number % (users.length - 1))]!;
    const time = BEGIN + number * STEP_MS;
    const at = new Date(time);
    let conversation = conversations.get(userId);
    if (!conversation || conversation.position === TURNS) {
      conversation = { id: idOf(time, number + messages), position: 0 };
      conversations.set(userId, conversation);
      opened.push([conversation.id, userId, textOf(number).slice(0, 60), 'openAI', 'openai/gpt-4', at, at]);
    }
    conversation.position += 1;
    const { id, position } = conversation;
    const parent = '00000000-0000-0000-0000-000000000000';
    rows.push([
      idOf(time, number),
      userId,
      id,
      position,
      parent,
      position % 2,
      position % 2 === 1 ? 'User' : 'GPT-4',
      'openai/gpt-4',
      textOf(number),
      at,
      at,
    ]);
    if (rows.length === ROWS) await flush();
  }
  if (rows.length > 0) await flush();
}

/** Bytes of the index tables, and of the messages with their indexes. */
export const SIZES = `SELECT table_name AS name, data_length + index_length AS bytes FROM information_schema.tables
  WHERE table_schema = DATABASE() AND table_name IN ('search_tokens', 'search_documents', 'messages')`;
