import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd, ReplyPiece } from '#app/contracts/generation.ts';
import { ignoredInImage } from '#app/contracts/openai/image-request.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { endError } from '../answering/end-error.ts';
import { endEarly } from '../answering/end-early.server.ts';
import { streamCall, type CallEntries } from '../answering/stream-call.server.ts';
import { createdAt } from '../answering/created-at.server.ts';
import { looksOf, type Answering } from './answering.server.ts';
import { toImageUsage } from './image-usage.ts';
import { readPiece } from './read-pieces.server.ts';

/** What the events of a stream begin with. */
type What = 'image_generation' | 'image_edit';

/** An answer as server-sent events: pictures that grow, then each that is finished. */
export function streamImages(answering: Answering, what: What): Promise<Answer> {
  const { call, context, inForce, fields } = answering;
  return streamCall({
    call,
    context,
    inForce,
    ignored: ignoredInImage(fields),
    promptField: 'prompt',
    open: () => ({ produce: (read) => writeEvents(answering, what, read), failure }),
  });
}

/** Ends a stream before its call does. @returns what its client hears, or null */
function leave({ call: { generationId, reader }, context: { closed } }: Answering): AppError | null {
  reader.close();
  return endEarly({ generationId, closed, delivery: 'stream' });
}

async function* writeEvents(
  answering: Answering,
  what: What,
  { entries, first }: CallEntries,
): AsyncGenerator<string> {
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
