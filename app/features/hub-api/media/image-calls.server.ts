import type { AppLoadContext } from '@remix-run/node';
import type { ApiRequest } from '#app/contracts/api-request.ts';
import type { ReplyEnd, ReplyPiece, ReplyStart } from '#app/contracts/generation.ts';
import type { ImageRequestRecord } from '#app/contracts/media/image.ts';
import { imageRequest, type ImageFields } from '#app/contracts/openai/image-request.ts';
import type { KeyHolder } from '#app/core/api-keys/known-keys.ts';
import { openCall, type OpenCall } from '#app/core/generation/admit/call.ts';
import { callFacts, createdAt } from '#app/features/hub-api/answering/call-facts.server.ts';
import { collectWhole } from '#app/features/hub-api/answering/delivery.server.ts';
import { imageCallBody, readEdit } from './image-request.server.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { readBytes } from '#app/http/body/read-body.ts';
import { chunkedJson } from '#app/http/response/chunked-response.ts';
import type { Answer } from '#app/http/response/written-response.ts';
import { watchKey } from '#app/http/session/live-watch.ts';
import { answerHeaders } from '#app/features/hub-api/answering/answer-headers.server.ts';
import {
  sizeAndFormatOf,
  readPiece,
  streamImages,
  toImageUsage,
  type Answering,
} from './image-answer.server.ts';

/** The body includes the input images. */
const MAX_BYTES = 20 * 1024 * 1024;

/** POST /api/v1/images/generations. */
export const imageGenerationsCall = hubEndpoint({ body: imageRequest }, ({ body, ...incoming }) =>
  answerImages({ ...incoming, fields: body, inputs: { images: [] }, eventPrefix: 'image_generation' }),
);

/** POST /api/v1/images/edits: JSON, or a form with files. */
export const imageEditsCall = hubEndpoint({}, async ({ request, ...incoming }) => {
  const bytes = await readBytes(request, MAX_BYTES);
  const { fields, ...inputs } = await readEdit(request, bytes, {
    account: incoming.user.id,
    signal: incoming.context.closed,
  });
  return answerImages({ ...incoming, request, bytes, fields, inputs, eventPrefix: 'image_edit' });
});

interface ImageCall extends KeyHolder {
  request: ApiRequest;
  context: AppLoadContext;
  bytes: Uint8Array;
  fields: ImageFields;
  inputs: Pick<ImageRequestRecord, 'images' | 'mask'>;
  /** The first part of the names of the stream's events. */
  eventPrefix: 'image_generation' | 'image_edit';
}

async function answerImages({ fields, inputs, eventPrefix, ...incoming }: ImageCall): Promise<Answer> {
  const { context, user, key } = incoming;
  const body = imageCallBody(fields, inputs);
  const call = await openCall({
    target: 'call',
    task: 'image',
    ...callFacts(incoming),
    body,
    fields,
  });
  const stopSignal = watchKey(key.id, context.closed);
  const answering: Answering = { call, context, stopSignal, userId: user.id, fields };
  try {
    return body.isStreamed ? await streamImages(answering, eventPrefix) : await whole(answering);
  } catch (error) {
    call.reader.close();
    throw error;
  }
}

async function whole({ call, context: { closed }, stopSignal, userId, fields }: Answering): Promise<Answer> {
  const pieces: ReplyPiece[] = [];
  const collected = await collectWhole({
    call,
    closed,
    stopSignal,
    onEntry: (entry) => entry.type === 'piece' && pieces.push(entry),
  });
  if (!collected) return new Response(null, { status: 499 });
  const { start, end } = collected;
  // Read before the answer begins: an image that has been deleted is an ordinary error.
  const first = await readPiece(pieces[0]!, userId);
  const facts = factsOf({ call, start, end, fields, first: pieces[0]! });
  return chunkedJson({
    headers: answerHeaders(call, start),
    pieces: writeAnswer(first, pieces.slice(1), { userId, facts }),
  });
}

async function* writeAnswer(
  first: string,
  rest: readonly ReplyPiece[],
  { userId, facts }: { userId: string; facts: object },
): AsyncGenerator<string> {
  yield `{"data":[{"b64_json":"${first}"}`;
  for (const piece of rest) yield `,{"b64_json":"${await readPiece(piece, userId)}"}`;
  yield `],${JSON.stringify(facts).slice(1)}`;
}

interface AnswerFacts {
  call: OpenCall;
  start: ReplyStart;
  end: ReplyEnd;
  fields: ImageFields;
  first: ReplyPiece;
}

function factsOf({ call, start, end, fields, first }: AnswerFacts): object {
  const { quality, background } = fields;
  return {
    created: createdAt(call.generationId),
    ...sizeAndFormatOf(first),
    ...(quality !== undefined && { quality }),
    ...(background !== undefined && { background }),
    model: start.model,
    provider: start.provider,
    usage: toImageUsage(end),
  };
}
