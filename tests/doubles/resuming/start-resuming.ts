import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { continueAnswer, type Manner } from './continuations.ts';

/**
 * An answer, the position where the first provider breaks it off, and the way in which the others continue.
 */
export interface Story {
  text: string;
  cut: number;
  /** Closes the socket, ends in good order without a finish reason, sends an error, or ends well. */
  end: 'cut' | 'no-finish' | 'error' | 'stop';
  /** By the name of the provider. */
  manners: Readonly<Record<string, Manner>>;
  /** Milliseconds between two pieces. */
  pace?: number;
  /** Characters after which the first answer waits for `release`. */
  hold?: number;
  /** The reasoning that precedes each answer from the beginning. */
  thinking?: string;
}

interface Message {
  role: string;
  content: string;
}

export interface Resuming {
  /** The base URL of the provider with that name. */
  url(provider: string): string;
  /** @returns the words that a question must contain to be answered like this */
  add(story: Story): string;
  /** Number of answers that wait for `release`. */
  waiting(): number;
  /** Lets the waiting answers continue. */
  release(): void;
  /** Faults that no client sees: text that was sent back with changes. */
  readonly objections: string[];
  close(): Promise<void>;
}

const PIECE = 4;
const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const say = (delta: object, reason: string | null = null) =>
  event({ choices: [{ index: 0, delta, finish_reason: reason }] });

/**
 * Providers with OpenAI's wire. `first` begins each answer and breaks it off; providers that are asked to
 * continue do so in the way of their story, and any other request starts a complete answer.
 */
export async function startResuming(): Promise<Resuming> {
  const stories: Story[] = [];
  const objections: string[] = [];
  const waiting = new Set<() => void>();
  const held = new Set<Story>();
  const waitForRelease = (response: ServerResponse) =>
    new Promise<void>((resolve) => {
      const go = () => {
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
      response.once('close', go);
    });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const { messages } = JSON.parse(body) as { messages: Message[] };
    const provider = (request.url ?? '').split('/')[1]!;
    const place = /story (\d+)/.exec(messages.find(({ content }) => content.includes('story '))!.content);
    const story = stories[Number(place?.[1])]!;
    const said = messages.findLast(({ role }) => role === 'assistant')?.content;
    if (said === undefined) {
      const text = provider === 'first' ? story.text.slice(0, story.cut) : story.text;
      const { pace, hold, thinking } = story;
      const isHeld = hold !== undefined && !held.has(story);
      held.add(story);
      const wait = isHeld ? { after: hold, release: () => waitForRelease(response) } : null;
      return streamText(response, text, {
        end: provider === 'first' ? story.end : 'stop',
        pace,
        wait,
        thinking,
      });
    }
    if (!story.text.startsWith(said))
      objections.push(`${place?.[0]}: the words sent back are not those said`);
    const manner = story.manners[provider] ?? 'obeys';
    if (messages.at(-1)!.role === 'assistant' && manner === 'refuses a prefill') {
      response.writeHead(400, { 'content-type': 'application/json' });
      return response.end('{"error":{"message":"the last message must be a user’s"}}');
    }
    const text = continueAnswer(manner, { text: story.text, said, request: messages.at(-1)!.content });
    // The usage is not charged: it includes the repeated prompt and output.
    const usage = { prompt_tokens: 9999, completion_tokens: 9999 };
    return streamText(response, text, { end: 'stop', pace: story.pace, usage });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: (provider) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${provider}/v1`,
    add: (story) => `story ${stories.push(story) - 1}`,
    waiting: () => waiting.size,
    release: () => {
      for (const go of waiting) go();
    },
    objections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Speaking {
  end: Story['end'];
  pace?: number;
  usage?: object;
  /** Characters after which it waits once. */
  wait?: { after: number; release: () => Promise<void> } | null;
  thinking?: string;
}

async function streamText(
  response: ServerResponse,
  text: string,
  { end, pace = 0, usage, wait = null, thinking }: Speaking,
): Promise<void> {
  let hold = wait;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (thinking) response.write(say({ reasoning_content: thinking }));
  const characters = Array.from(text);
  for (let at = 0; at < characters.length && !response.destroyed; at += PIECE) {
    if (hold && at >= hold.after) {
      await hold.release();
      hold = null;
    }
    response.write(say({ content: characters.slice(at, at + PIECE).join('') }));
    if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
  }
  if (end === 'cut') {
    // Wait until the written data has arrived: a reset would discard it.
    response.socket?.end();
    return;
  }
  if (end === 'error') response.write(event({ error: { message: 'overloaded' } }));
  if (end === 'stop') {
    response.write(say({}, 'stop'));
    if (usage) response.write(event({ choices: [], usage }));
  }
  response.end('data: [DONE]\n\n');
}
