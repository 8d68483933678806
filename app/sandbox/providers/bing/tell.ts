import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Gates } from '../gate.ts';
import type { SeenRequest } from '../record.ts';
import { REFUSALS, type Scenario } from '../scenario.ts';
import { wait } from '../wait.ts';
import { COMPLETION, failedOf, lastOf, PROGRESS, RESULTS, updateOf } from './records.ts';

const ENDLESS_LIMIT = 64 * 1024 * 1024;
const FILLER = 'x'.repeat(65_536);
const TERMINATED = 'The server is busy.';

/** One open socket. */
export interface Call {
  hub: WebSocket;
  /** The connection below the hub, for faults that WebSockets cannot express. */
  socket: Socket;
  seen: SeenRequest;
  key: string;
  gates: Gates;
}

interface PlannedAnswer {
  question: string;
  /** The answer, token by token. */
  text: readonly string[];
  scenario: Scenario;
}

/** Answers a question in updates of the whole text so far, with the scenario's pace and fault. */
export async function sendAnswer(call: Call, { question, text, scenario }: PlannedAnswer): Promise<void> {
  const { hub, socket, seen, gates } = call;
  const { fault, pace, split, finish } = scenario;
  let { gate } = scenario;
  if (REFUSALS.some((name) => name === fault)) return refuse(call, question, scenario);
  if (fault === 'headers') return;
  if (fault === 'error-first') return fail(call, TERMINATED, split);
  const hasFault = fault !== null && fault !== 'empty' && fault !== 'linger';
  await say(hub, PROGRESS, split);
  const step = Math.max(1, scenario.chunk);
  let said = '';
  for (let at = 0; at < text.length; at += step) {
    if (socket.destroyed) return;
    const pieces = text.slice(at, at + step);
    if (hasFault && seen.tokens + pieces.length > scenario.after) return breakOff(call, scenario);
    if (gate !== null && seen.tokens >= scenario.hold) {
      await gates.pass(gate, socket, pace);
      gate = null;
    }
    said += pieces.join('');
    if (scenario.clock)
      for (const _ of pieces) seen.writtenAt.push(performance.timeOrigin + performance.now());
    await say(hub, updateOf(said), split);
    seen.tokens += pieces.length;
    if (pace > 0) await wait(pace, socket);
  }
  if (hasFault) return breakOff(call, scenario);
  seen.answeredAt = Date.now();
  await say(hub, lastOf(question, said, { isWithheld: finish === 'content_filter' }), split);
  // The last two usually arrive in one message; the client hangs up then.
  if (fault !== 'linger') await say(hub, COMPLETION, split);
}

async function refuse(call: Call, question: string, { fault, split }: Scenario): Promise<void> {
  const { hub, socket, seen, key } = call;
  const name = REFUSALS.find((one) => one === fault);
  if (!name || name === 'hang') return;
  seen.answeredAt = Date.now();
  if (name === 'refuse') socket.resetAndDestroy();
  else if (name === 'filter') await say(hub, lastOf(question, '', { isWithheld: true }), split);
  else await say(hub, failedOf(RESULTS[name](key)), split);
}

/** Ends an answer with the scenario's fault. */
async function breakOff(call: Call, { fault, split }: Scenario): Promise<void> {
  const { hub, socket, seen } = call;
  switch (fault) {
    case 'cut':
      // Wait until the written data has arrived: a reset would discard it.
      seen.answeredAt = Date.now();
      socket.end();
      return;
    case 'no-finish':
      seen.answeredAt = Date.now();
      hub.close(1000);
      return;
    case 'malformed':
      return say(hub, '{"type":1,"target":"upd\u001E', split);
    case 'error-mid':
      return fail(call, TERMINATED, split);
    case 'endless':
      return sendEndlessRecord(call);
    default:
      // stall: the socket stays open, and nothing more is sent.
      return;
  }
}

async function fail({ hub, seen }: Call, message: string, split: number): Promise<void> {
  seen.answeredAt = Date.now();
  await say(hub, failedOf({ value: 'ServiceUnavailable', message }), split);
}

async function sendEndlessRecord({ hub, socket }: Call): Promise<void> {
  hub.send('{"type":1,"target":"');
  for (let sent = 0; sent < ENDLESS_LIMIT && !socket.destroyed; sent += FILLER.length)
    await new Promise<void>((resolve) => {
      hub.send(FILLER, () => resolve());
    });
}

/** Sends a record; with `split` in frames of so many bytes, even in the middle of characters. */
async function say(hub: WebSocket, record: string, split: number): Promise<void> {
  if (split === 0) return hub.send(record);
  const bytes = Buffer.from(record);
  for (let at = 0; at < bytes.length && hub.readyState === hub.OPEN; at += split) {
    hub.send(bytes.subarray(at, at + split), { fin: at + split >= bytes.length, binary: false });
    await new Promise(setImmediate);
  }
}
