import type { ApiRequest } from '#app/contracts/api-request.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { ImageInput, ImageRequestRecord } from '#app/contracts/media/image.ts';
import {
  ignoredInImage,
  imageEditRequest,
  imageRequest,
  MAX_INPUT_IMAGES,
  toImageOrder,
  type ImageFields,
} from '#app/contracts/openai/image-request.ts';
import { readImageFacts } from '#app/core/files/media/media-in-memory.ts';
import type { Turn } from '#app/core/platform/concurrency.ts';
import type { ImageOrderBody } from '#app/core/targets/ask.ts';
import { formValues, fromDataUrl, isJson } from './media-body.server.ts';
import { parseUploadForm, type UploadForm } from '#app/http/body/multipart.ts';
import { parseJson } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';

/** The input images of a call, and its other fields. */
interface ImageEdit {
  fields: ImageFields;
  images: ImageInput[];
  mask?: ImageInput;
}

/** The images and a mask. */
const MAX_FILES = MAX_INPUT_IMAGES + 1;

const NUMBERS: ReadonlySet<string> = new Set(['n', 'output_compression', 'seed', 'partial_images']);

const SWITCHES: ReadonlySet<string> = new Set(['stream']);

/** The body of an image call, from JSON or from a form. */
export function imageCallBody(
  fields: ImageFields,
  inputs: Pick<ImageRequestRecord, 'images' | 'mask'>,
): ImageOrderBody {
  return {
    model: fields.model,
    provider: fields.provider,
    record: { order: toImageOrder(fields), ...inputs },
    ignored: ignoredInImage(fields),
    isStreamed: fields.stream ?? false,
  };
}

/**
 * Reads the body of a call that edits images: JSON with data: URLs, or a form with files.
 * @param turn the account that sends the images
 * @throws AppError that names the field
 */
export async function readEdit(request: ApiRequest, bytes: Uint8Array, turn: Turn): Promise<ImageEdit> {
  return isJson(request)
    ? readJsonEdit(parseJson(bytes), turn)
    : readFormEdit(await parseUploadForm(bytes, request.headers.get('content-type'), MAX_FILES), turn);
}

/** @param value the parsed body. @throws AppError that names the field */
export async function readJsonEdit(value: unknown, turn: Turn): Promise<ImageEdit> {
  const { images, mask, ...fields } = validate(imageEditRequest, value);
  const inputs: ImageInput[] = [];
  for (const [place, { image_url: url }] of images.entries())
    inputs.push(await toInput(fromDataUrl(url), `images[${place}].image_url`, turn));
  return {
    fields,
    images: inputs,
    ...(mask && { mask: await toInput(fromDataUrl(mask.image_url), 'mask.image_url', turn) }),
  };
}

async function readFormEdit({ fields, files }: UploadForm, turn: Turn): Promise<ImageEdit> {
  const parsed = validate(imageRequest, formValues(fields, { numbers: NUMBERS, switches: SWITCHES }));
  const images = files.filter(({ field }) => field === 'image' || field === 'image[]');
  const [mask] = files.filter(({ field }) => field === 'mask');
  if (images.length === 0)
    throw new AppError('invalid_request', { param: 'image', message: 'image: is required, as a file.' });
  const inputs: ImageInput[] = [];
  for (const { bytes } of images) inputs.push(await toInput(bytes, 'image', turn));
  return { fields: parsed, images: inputs, ...(mask && { mask: await toInput(mask.bytes, 'mask', turn) }) };
}

/** @throws AppError invalid_request for an image that models do not accept, or a file that is not an image */
async function toInput(bytes: Buffer, param: string, turn: Turn): Promise<ImageInput> {
  const { type, size } = await readImageFacts(bytes, param, turn);
  return { source: { dataUrl: `data:${type};base64,${bytes.toString('base64')}` }, size };
}
