import { commonHeaders, drained, wait, type Exchange } from '../http.ts';
import type { Scenario } from '../scenario.ts';
import { chunksOf } from './chunks.ts';
import { errorBody, REFUSAL_ERRORS } from './errors.ts';
import type { Reply } from './reply.ts';
import type { ChatRequest } from './validate.ts';

const ENDLESS_LIMIT = 64 * 1024 * 1024;

/** Speaks a reply as server-sent events, at the scenario's pace and with its fault. */
export async function streamReply(
  exchange: Exchange,
  request: ChatRequest,
  reply: Reply,
  scenario: Scenario,
): Promise<void> {
  const { response, seen } = exchange;
  response.socket?.setNoDelay(true);
  seen.status = 200;
  response.writeHead(200, {
    ...commonHeaders(seen),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  if (scenario.fault === 'headers') return;
  if (scenario.fault === 'error-first') return sayError(exchange, scenario);

  const strikes = scenario.fault !== null && scenario.fault !== 'empty' && scenario.fault !== 'linger';
  for (const chunk of chunksOf(request, reply, scenario, `chatcmpl-sandbox${seen.number}`)) {
    if (response.destroyed) return;
    // A reply that is shorter than `after` breaks at its end, before its finish reason.
    const struck = seen.tokens + chunk.tokens > scenario.after || (chunk.tokens === 0 && seen.tokens > 0);
    if (strikes && struck) return breakOff(exchange, scenario);
    await write(exchange, `data: ${chunk.json}\n\n`, scenario.split);
    seen.tokens += chunk.tokens;
    if (chunk.tokens > 0 && scenario.pace > 0) await wait(scenario.pace, response);
  }
  if (scenario.fault === 'linger') return;
  await write(exchange, 'data: [DONE]\n\n', scenario.split);
  response.end();
}

/** Ends a stream in the scenario's bad way. */
async function breakOff(exchange: Exchange, scenario: Scenario): Promise<void> {
  const { response, seen } = exchange;
  switch (scenario.fault) {
    case 'cut':
      // What was written must arrive first: a reset would take it back.
      seen.answeredAt = Date.now();
      response.socket?.end();
      return;
    case 'no-finish':
      response.end('data: [DONE]\n\n');
      return;
    case 'malformed':
      response.end('data: {"id":"chatcmpl-sandbox","choices":[{"delta":{"content":"hal\n\ndata: [DONE]\n\n');
      return;
    case 'error-mid':
      return sayError(exchange, scenario);
    case 'endless':
      return writeEndlessLine(exchange);
    default:
      // stall: the socket stays open, and nothing more is said.
      return;
  }
}

async function sayError(exchange: Exchange, { split }: Scenario): Promise<void> {
  await write(exchange, `data: ${JSON.stringify(errorBody(REFUSAL_ERRORS['500']('')))}\n\n`, split);
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

/** Writes an event; with `split` in so many bytes at a time, whatever character they cut. */
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
