import type { AppLoadContext } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd, ReplyPiece } from '#app/contracts/generation.ts';
import type { ImageUsageAnswer } from '#app/contracts/openai/answers/image-answer.ts';
import { ignoredInImage, type ImageFields } from '#app/contracts/openai/image-request.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import { files } from '#app/core/files/files.ts';
import { findFile } from '#app/core/files/records/owned-files.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { createdAt } from '#app/features/hub-api/answering/call-facts.server.ts';
import { streamCall, type CallEntries } from '#app/features/hub-api/answering/delivery.server.ts';
import { endEarly } from '#app/features/hub-api/answering/end-early.server.ts';
import { endError } from '#app/features/hub-api/answering/end-error.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The first part of the names of a stream's events. */
type EventPrefix = 'image_generation' | 'image_edit';

/** An admitted image call. */
export interface Answering {
  call: OpenCall;
  context: AppLoadContext;
  /** Aborted when the client disconnects, the key ends, or the time to drain is over. */
  stopSignal: AbortSignal;
  userId: string;
  fields: ImageFields;
}

/** An answer as server-sent events: previews while the images grow, then each finished image. */
export function streamImages(answering: Answering, eventPrefix: EventPrefix): Promise<Answer> {
  const { call, context, stopSignal, fields } = answering;
  return streamCall({
    call,
    context,
    stopSignal,
    ignored: ignoredInImage(fields),
    promptField: 'prompt',
    open: () => ({ produce: (read) => writeEvents(answering, eventPrefix, read), failure }),
  });
}

/** Ends a stream before its call ends. @returns the error that its client gets, or null */
function leave({ call: { generationId, reader }, context: { closed } }: Answering): AppError | null {
  reader.close();
  return endEarly({ generationId, closed, delivery: 'stream' });
}

async function* writeEvents(
  answering: Answering,
  eventPrefix: EventPrefix,
  { entries, first }: CallEntries,
): AsyncGenerator<string> {
  const writer = new EventWriter(answering, eventPrefix);
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
  readonly #requested: object;

  constructor(
    private readonly answering: Answering,
    private readonly eventPrefix: EventPrefix,
  ) {
    const { quality, background } = answering.fields;
    this.#requested = { ...(quality && { quality }), ...(background && { background }) };
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
        ...sizeAndFormatOf(piece),
        ...(isLast && { usage: toImageUsage(end) }),
      });
    }
  }

  #event(kind: string, data: object): string {
    const type = `${this.eventPrefix}.${kind}`;
    const created = createdAt(this.answering.call.generationId);
    return `event: ${type}\ndata: ${JSON.stringify({ type, created_at: created, ...data, ...this.#requested })}\n\n`;
  }
}

function failure(error: AppError): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', ...publicError(error) })}\n\n`;
}

/** The size and the format of an image, with OpenAI's field names. */
export function sizeAndFormatOf({ width, height, mimeType }: ReplyPiece): {
  size: string;
  output_format: string;
} {
  return { size: `${width}x${height}`, output_format: mimeType.slice(mimeType.indexOf('/') + 1) };
}

/** The usage of an image call that has ended. */
export function toImageUsage({ usage, costMicro }: ReplyEnd): ImageUsageAnswer {
  const { promptTokens = 0, completionTokens = 0, imageTokens = 0, imageOutputTokens = 0 } = usage ?? {};
  return {
    input_tokens: promptTokens,
    output_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    input_tokens_details: { text_tokens: promptTokens - imageTokens, image_tokens: imageTokens },
    output_tokens_details: {
      text_tokens: completionTokens - imageOutputTokens,
      image_tokens: imageOutputTokens,
    },
    cost: Number(costMicro) / 1_000_000,
  };
}

/**
 * An image of an answer as base64.
 * @throws AppError not_found for an image that its owner has deleted, or that has expired; unavailable if the
 * object store is unreachable, with the ways to get an image that is already paid for
 */
export async function readPiece({ fileId }: ReplyPiece, userId: string): Promise<string> {
  const file = await findFile(AUTOCOMMIT, { userId, id: fileId });
  const bytes = file && (await read(file.objectName));
  if (!bytes) throw new AppError('not_found', { message: 'The images of this answer are no longer stored.' });
  return bytes.toString('base64');
}

async function read(objectName: string): Promise<Buffer | null> {
  try {
    return await (await files()).get(objectName);
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    const { message, retryAfterSeconds = 5 } = error;
    throw new AppError('unavailable', {
      message: `${message} The image is charged and stored for a day: it is among the files of the account, and a repeat of the request with the same Idempotency-Key delivers it.`,
      retryAfterSeconds,
      cause: error,
    });
  }
}
