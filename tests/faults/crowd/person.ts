import { randomUUID } from 'node:crypto';
import { BROWSER_STREAM_PATH, writeCursors, type StreamItem } from '#app/contracts/browser-stream.ts';
import { START_CURSOR } from '#app/contracts/generation.ts';
import { signUp } from '#tests/fixtures/sign-up.ts';
import { readEvents } from './event-stream.ts';
import { addPiece, type Recordings, type ReplyRecording, type SendRecording } from './recording.ts';

const PAUSE_MS = 100;
const LOOK_MS = 3000;
/** A send without an answer within this time is repeated, as a browser or an impatient client would. */
const SEND_TIMEOUT_MS = 8000;

/** A user who sends messages and watches all their replies, whatever happens to the application. */
export interface Person {
  /** Repeats the same message until the application has accepted it. */
  send(text: string): Promise<SendRecording>;
  /** Watches the user's stream, reconnecting after every cut, until `leave`. */
  leave(): void;
}

/** Registers a user and opens their stream. `url` is called for each request: a web process may move. */
export async function createPerson(url: () => string, recordings: Recordings): Promise<Person> {
  const email = `${randomUUID()}@example.test`;
  const token = await signUp(url(), email);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void watch({ url, headers, email, recordings, signal: leaving.signal });
  return {
    leave: () => leaving.abort(),
    async send(text) {
      const send: SendRecording = {
        person: email,
        messageId: randomUUID(),
        text,
        acknowledged: null,
        tries: 0,
      };
      recordings.sends.push(send);
      while (!send.acknowledged && !leaving.signal.aborted) {
        send.tries += 1;
        await trySend(url(), headers, send).catch(() => undefined);
        if (!send.acknowledged) await pause(PAUSE_MS);
      }
      return send;
    },
  };
}

/** The first event acknowledges; the reply itself is watched on the user's one stream. */
async function trySend(url: string, headers: Record<string, string>, send: SendRecording): Promise<void> {
  const leaving = new AbortController();
  const late = setTimeout(() => leaving.abort(), SEND_TIMEOUT_MS);
  try {
    const response = await fetch(`${url}/api/ask/openAI`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ text: send.text, messageId: send.messageId, model: 'sandbox/small' }),
      signal: leaving.signal,
    });
    for await (const { data } of readEvents(response)) {
      const created = JSON.parse(data) as {
        created?: boolean;
        conversationId: string;
        generationId: string;
        responseMessageId: string;
        message: { messageId: string };
      };
      if (!created.created) continue;
      send.acknowledged = {
        conversationId: created.conversationId,
        generationId: created.generationId,
        promptId: created.message.messageId,
        replyId: created.responseMessageId,
      };
      return;
    }
  } finally {
    clearTimeout(late);
    leaving.abort();
  }
}

interface Watch {
  url: () => string;
  headers: Record<string, string>;
  email: string;
  recordings: Recordings;
  signal: AbortSignal;
}

/** Reads the user's stream and reconnects after every cut, as a browser does. */
async function watch(person: Watch): Promise<void> {
  let lastId: string | null = null;
  while (!person.signal.aborted) {
    try {
      for await (const { id, data } of connect(person, lastId)) {
        for (const item of JSON.parse(data) as StreamItem[]) record(person.recordings.replies, item);
        if (id !== null) lastId = id;
      }
    } catch {
      // Cut, or refused while the application is away.
    }
    await pause(PAUSE_MS);
  }
}

/**
 * One connection. It is replaced by a new one if an acknowledged reply does not appear: the new one requests
 * it by name, like a page that shows it.
 */
async function* connect({ url, headers, email, recordings, signal }: Watch, lastId: string | null) {
  const asked = unseenReplies(email, recordings);
  const [query, resume] = wayBack(lastId, asked, recordings);
  const missing = new AbortController();
  const look = setInterval(() => {
    if (unseenReplies(email, recordings).some((id) => !asked.includes(id))) missing.abort();
  }, LOOK_MS);
  try {
    const response = await fetch(`${url()}${BROWSER_STREAM_PATH}${query}`, {
      headers: { ...headers, ...resume },
      signal: AbortSignal.any([signal, missing.signal]),
    });
    yield* readEvents(response);
  } finally {
    clearInterval(look);
  }
}

/** Acknowledged replies of which the user has not seen a byte: they may have run and ended meanwhile. */
function unseenReplies(email: string, { sends, replies }: Recordings): string[] {
  return sends.flatMap(({ person, acknowledged }) =>
    person === email && acknowledged && !replies.has(acknowledged.generationId)
      ? [acknowledged.generationId]
      : [],
  );
}

/** By the browser's own Last-Event-ID; with cursors in the address if there are replies that no id names. */
function wayBack(
  lastId: string | null,
  unseen: string[],
  { replies }: Recordings,
): [string, Record<string, string>] {
  if (unseen.length === 0) return ['', lastId === null ? {} : { 'last-event-id': lastId }];
  const have = new Map(unseen.map((id) => [id, START_CURSOR]));
  for (const [id, { text, thinking, end, number }] of replies) {
    if (!end) have.set(id, { number, text: text.length, thinking: thinking.length });
  }
  return [`?have=${encodeURIComponent(writeCursors(have))}`, {}];
}

function record(replies: Map<string, ReplyRecording>, item: StreamItem): void {
  if (item.type !== 'reply') return;
  const recording = replies.get(item.generationId) ?? {
    number: 0,
    text: '',
    thinking: '',
    end: null,
    faults: [],
  };
  replies.set(item.generationId, recording);
  if (recording.end) recording.faults.push('something came after the end');
  if (item.thinking) addPiece(recording, 'thinking', item.thinking);
  if (item.text) addPiece(recording, 'text', item.text);
  recording.number = item.number;
  if (item.end) recording.end = item.end;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
