import { type Exchange } from './http.ts';
import { drained, wait } from './wait.ts';
import type { Scenario } from './scenario.ts';

const ENDLESS_LIMIT = 64 * 1024 * 1024;

/** One event of a stream as sent over the wire, and the number of tokens in it. */
export interface Piece {
  event: string;
  tokens: number;
  /** It begins or ends a part of the answer: no position for a fault. */
  isFrame?: boolean;
}

/** A stream in the format of a wire. */
export interface Speech {
  headers: Record<string, string>;
  pieces: Iterable<Piece>;
  /** The end of a good stream. */
  end: string;
  /** An event whose data is half a JSON document. */
  broken: string;
  error: string;
}

/** Sends server-sent events, with the scenario's pace and fault. */
export async function streamEvents(exchange: Exchange, speech: Speech, scenario: Scenario): Promise<void> {
  const { response, seen, gates } = exchange;
  let { gate } = scenario;
  response.socket?.setNoDelay(true);
  seen.status = 200;
  response.writeHead(200, {
    ...speech.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  if (scenario.fault === 'headers') return;
  if (scenario.fault === 'error-first') return sendErrorEvent(exchange, speech, scenario);

  const hasFault = scenario.fault !== null && scenario.fault !== 'empty' && scenario.fault !== 'linger';
  for (const { event, tokens, isFrame } of speech.pieces) {
    if (response.destroyed) return;
    // A reply that is shorter than `after` breaks at its end, before its finish reason; so does an empty one.
    const isAtEnd = tokens === 0 && !isFrame && (seen.tokens > 0 || scenario.after === 0);
    const isReached = seen.tokens + tokens > scenario.after || isAtEnd;
    if (hasFault && isReached) return breakOff(exchange, speech, scenario);
    if (gate !== null && tokens > 0 && seen.tokens >= scenario.hold) {
      await gates.pass(gate, response, scenario.pace);
      if (response.destroyed) return;
      gate = null;
    }
    if (scenario.clock) for (let n = 0; n < tokens; n += 1) seen.writtenAt.push(preciseNow());
    await write(exchange, event, scenario.split);
    seen.tokens += tokens;
    if (tokens > 0 && scenario.pace > 0) await wait(scenario.pace, response);
  }
  if (scenario.fault === 'linger') return;
  await write(exchange, speech.end, scenario.split);
  response.end();
}

/** Milliseconds since the epoch, to a hundredth. */
function preciseNow(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 100) / 100;
}

/** Ends a stream with the scenario's fault. */
async function breakOff(exchange: Exchange, speech: Speech, scenario: Scenario): Promise<void> {
  const { response, seen } = exchange;
  switch (scenario.fault) {
    case 'cut':
      // Wait until the written data has arrived: a reset would discard it.
      seen.answeredAt = Date.now();
      response.socket?.end();
      return;
    case 'no-finish':
      response.end(speech.end);
      return;
    case 'malformed':
      response.end(speech.broken + speech.end);
      return;
    case 'error-mid':
      return sendErrorEvent(exchange, speech, scenario);
    case 'endless':
      return writeEndlessLine(exchange);
    default:
      // stall: the socket stays open, and nothing more is sent.
      return;
  }
}

async function sendErrorEvent(exchange: Exchange, { error }: Speech, { split }: Scenario): Promise<void> {
  await write(exchange, error, split);
  exchange.response.end();
}

async function writeEndlessLine({ response }: Exchange): Promise<void> {
  const piece = 'x'.repeat(65_536);
  response.write('data: "');
  for (let sent = 0; sent < ENDLESS_LIMIT && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

/** Writes an event; with `split` in so many bytes at a time, even in the middle of characters. */
async function write({ response }: Exchange, event: string, split: number): Promise<void> {
  if (split === 0) {
    if (!response.write(event)) await drained(response);
    return;
  }
  const bytes = Buffer.from(event);
  for (let at = 0; at < bytes.length && !response.destroyed; at += split) {
    response.write(bytes.subarray(at, at + split));
    await new Promise(setImmediate);
  }
}
