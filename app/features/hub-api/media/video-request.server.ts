import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { VideoRequestRecord } from '#app/contracts/media/video.ts';
import {
  ignoredInVideo,
  toVideoOrder,
  videoForm,
  videoRequest,
  type VideoFields,
} from '#app/contracts/openai/video-request.ts';
import { isVideo, readImageFacts, readVideoFacts } from '#app/core/files/media/media-in-memory.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import type { VideoAsk } from '#app/core/targets/ask.ts';
import { parseUploadForm, type UploadForm } from '#app/http/body/multipart.ts';
import { parseJson } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';
import { formValues, fromDataUrl, isJson } from './media-body.server.ts';

const REFERENCE = 'input_reference';
const NUMBERS: ReadonlySet<string> = new Set(['seed']);
const SWITCHES: ReadonlySet<string> = new Set(['sound']);

interface ParsedVideo {
  body: VideoAsk['body'];
  /** The fields of the request, without its first image or video. */
  fields: VideoFields;
}

/**
 * Reads the body of a video order: JSON with an image or a video as a data: URL, or a form with it as a file.
 * @param turn the account that orders the video
 * @throws AppError that names the field
 */
export async function readVideo(request: ApiRequest, bytes: Uint8Array, turn: Turn): Promise<ParsedVideo> {
  return isJson(request)
    ? readJsonVideo(parseJson(bytes), turn)
    : readForm(await parseUploadForm(bytes, request.headers.get('content-type'), 1), turn);
}

/** @param value the parsed body. @throws AppError that names the field */
export async function readJsonVideo(value: unknown, turn: Turn): Promise<ParsedVideo> {
  const { input_reference: given, ...fields } = validate(videoRequest, value);
  const url = typeof given === 'string' ? given : given?.image_url;
  return toParsedVideo(fields, url === undefined ? null : fromDataUrl(url), turn);
}

async function readForm({ fields, files }: UploadForm, turn: Turn): Promise<ParsedVideo> {
  const parsed = validate(videoForm, formValues(fields, { numbers: NUMBERS, switches: SWITCHES }));
  const [file] = files;
  if (file && file.field !== REFERENCE)
    throw new AppError('invalid_request', {
      param: file.field,
      message: `${file.field.slice(0, 64)}: is no field for a file; ${REFERENCE} is.`,
    });
  const url = fields.get(`${REFERENCE}[image_url]`) ?? fields.get(REFERENCE);
  if (file || url === undefined) return toParsedVideo(parsed, file?.bytes ?? null, turn);
  const { input_reference: checked } = validate(videoRequest.pick({ [REFERENCE]: true }), {
    [REFERENCE]: url,
  });
  return toParsedVideo(parsed, fromDataUrl(checked as string), turn);
}

async function toParsedVideo(
  fields: VideoFields,
  reference: Buffer | null,
  turn: Turn,
): Promise<ParsedVideo> {
  const body = {
    model: fields.model,
    provider: fields.provider,
    record: { order: toVideoOrder(fields), ...(reference && (await toInput(reference, turn))) },
    ignored: ignoredInVideo(fields),
  };
  return { body, fields };
}

/** @throws AppError invalid_request for a file that is neither an image nor a video that models accept */
async function toInput(file: Buffer, turn: Turn): Promise<Omit<VideoRequestRecord, 'order'>> {
  const source = (type: string, bytes: Buffer) => ({
    dataUrl: `data:${type};base64,${bytes.toString('base64')}`,
  });
  if (await isVideo(file)) {
    const { bytes, type, size, seconds } = await readVideoFacts(file, REFERENCE, turn);
    return { video: { source: source(type, bytes), size, seconds } };
  }
  const { type, size } = await readImageFacts(file, REFERENCE, turn);
  return { firstFrame: { source: source(type, file), size } };
}
