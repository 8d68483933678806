import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd, ReplyPiece } from '#app/contracts/generation.ts';
import { ignoredInImage } from '#app/contracts/openai/image-request.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import { drained } from '#app/http/draining.ts';
import { streamResponse } from '#app/http/response/stream-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { answerHeaders } from '../answer-headers.server.ts';
import { endError } from '../completion-chunks.ts';
import { cutByUs, endEarly } from '../end-early.server.ts';
import { firstWithin, HOLD_OPEN_MS } from '../first-within.ts';
import { createdAt, looksOf, type Answering } from './answering.server.ts';
import { toImageUsage } from './image-usage.ts';
import { readPiece } from './read-pieces.server.ts';

/** What the events of a stream begin with. */
type What = 'image_generation' | 'image_edit';

/**
 * An answer as server-sent events: pictures that grow, then each that is finished. It opens when there is something to
 * say, so that everything that goes wrong before is an ordinary error with a status.
 */
export async function streamImages(answering: Answering, what: What): Promise<Answer> {
  const { call, context, inForce, fields } = answering;
  const entries = call.reader.entries(inForce)[Symbol.asyncIterator]();
  const first = entries.next();
  const opening = await firstWithin(first, HOLD_OPEN_MS);
  if (inForce.aborted) {
    // Nobody will ever read the body, so its producer would not be there to say so.
    const error = leave(answering);
    if (error) throw error;
    return new Response(null, { status: 499 });
  }
  const entry = opening && !opening.done ? opening.value : null;
  if (entry?.type === 'end' && entry.state !== 'done') throw endError(entry, 'prompt');
  const start = entry?.type === 'start' ? entry : null;
  return streamResponse({
    context,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      ...answerHeaders(call, start, ignoredInImage(fields)),
    },
    heartbeat: ': working\n\n',
    lastPiece: failure(cutByUs()),
    // Nobody else can go on with it.
    until: drained(),
    produce: () => writeEvents(answering, { what, entries, first }),
  });
}

/** Ends a stream before its call does. @returns what its client hears, or null */
function leave({ call: { generationId, reader }, context: { closed } }: Answering): AppError | null {
  reader.close();
  return endEarly({ generationId, closed, delivery: 'stream' });
}

interface Reading {
  what: What;
  entries: AsyncIterator<LogEntry>;
  first: Promise<IteratorResult<LogEntry>>;
}

async function* writeEvents(answering: Answering, { what, entries, first }: Reading): AsyncGenerator<string> {
  const writer = new EventWriter(answering, what);
  let isOver = false;
  try {
    for (let next = await first; !next.done; next = await entries.next()) {
      const entry = next.value;
      if (entry.type === 'partial') yield writer.partial(entry);
      else if (entry.type === 'piece') writer.pieces.push(entry);
      else if (entry.type === 'end') {
        isOver = true;
        answering.call.reader.close();
        return yield* writer.end(entry);
      }
    }
    const error = leave(answering);
    isOver = true;
    if (error) yield failure(error);
  } finally {
    if (!isOver) leave(answering);
  }
}

class EventWriter {
  readonly pieces: ReplyPiece[] = [];
  #partials = 0;
  readonly #asked: object;

  constructor(
    private readonly answering: Answering,
    private readonly what: What,
  ) {
    const { quality, background } = answering.fields;
    this.#asked = { ...(quality && { quality }), ...(background && { background }) };
  }

  partial({ mimeType, base64 }: Extract<LogEntry, { type: 'partial' }>): string {
    const format = mimeType.slice(mimeType.indexOf('/') + 1);
    const place = this.#partials;
    this.#partials += 1;
    return this.#event('partial_image', {
      b64_json: base64,
      partial_image_index: place,
      output_format: format,
    });
  }

  async *end(end: ReplyEnd): AsyncGenerator<string> {
    if (end.state !== 'done') return yield failure(endError(end, 'prompt'));
    for (const [place, piece] of this.pieces.entries()) {
      const isLast = place === this.pieces.length - 1;
      yield this.#event('completed', {
        b64_json: await readPiece(piece, this.answering.userId),
        ...looksOf(piece),
        ...(isLast && { usage: toImageUsage(end) }),
      });
    }
  }

  #event(kind: string, data: object): string {
    const type = `${this.what}.${kind}`;
    const created = createdAt(this.answering.call.generationId);
    return `event: ${type}\ndata: ${JSON.stringify({ type, created_at: created, ...data, ...this.#asked })}\n\n`;
  }
}

function failure(error: AppError): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', ...publicError(error) })}\n\n`;
}
