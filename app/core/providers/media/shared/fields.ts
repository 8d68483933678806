import { ProviderError } from '#app/core/providers/contract.ts';
import type { ImageRequest, MediaInput, VideoRequest } from '#app/core/providers/media/contract.ts';

type Field = Exclude<keyof ImageRequest | keyof VideoRequest, 'model'>;

/** The name of each field in our API. */
const PARAMS: Readonly<Record<Field, string>> = {
  prompt: 'prompt',
  count: 'n',
  images: 'image',
  mask: 'mask',
  size: 'size',
  aspectRatio: 'aspect_ratio',
  resolution: 'resolution',
  quality: 'quality',
  background: 'background',
  outputFormat: 'output_format',
  outputCompression: 'output_compression',
  negativePrompt: 'negative_prompt',
  seed: 'seed',
  partialImages: 'partial_images',
  seconds: 'seconds',
  sound: 'sound',
  firstFrame: 'image',
  lastFrame: 'last_frame',
  video: 'video',
};

/** Functions that convert each supported field to the model's own fields. */
export type Writers<Request> = {
  readonly [Name in Exclude<keyof Request, 'model'>]?: (value: NonNullable<Request[Name]>) => object;
};

/**
 * Converts a request to a model's own fields.
 * @throws ProviderError provider_rejected (400) naming the first field that the model does not accept
 */
export function writeFields<Request extends { model: string }>(
  request: Request,
  writers: Writers<Request>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const known = new Map<string, unknown>(Object.entries(writers));
  for (const [name, value] of Object.entries(request)) {
    if (!(name in PARAMS) || isNothing(value)) continue;
    const field = name as Field;
    const write = known.get(field) as ((value: unknown) => object) | undefined;
    if (write) Object.assign(body, write(value));
    else if (!isDefaultValue(field, value)) throw refusedField(field, `the model takes no ${PARAMS[field]}`);
  }
  return body;
}

/** The error for a field that the model does not accept; nothing was sent. */
export function refusedField(field: Field, message: string): ProviderError {
  return new ProviderError('provider_rejected', message, { status: 400, param: PARAMS[field] });
}

/** Writes the field under another name, unchanged. */
export function as(name: string): (value: unknown) => object {
  return (value) => ({ [name]: value });
}

/** Writes the field if it has one of these values. */
export function oneOf<Value>(
  field: Field,
  values: readonly Value[],
  write: (value: Value) => object,
): (value: unknown) => object {
  return (value) => {
    const place = values.findIndex((one) => one === value);
    if (place >= 0) return write(values[place]!);
    throw refusedField(field, `${PARAMS[field]} must be one of ${values.join(', ')}`);
  };
}

/** Writes the field if it is a whole number in a range. */
export function within(
  field: Field,
  [min, max]: readonly [number, number],
  write: (value: number) => object,
): (value: number) => object {
  return (value) => {
    if (Number.isInteger(value) && value >= min && value <= max) return write(value);
    throw refusedField(field, `${PARAMS[field]} must be a whole number from ${min} to ${max}`);
  };
}

/** Writes the images if there are not too many. */
export function maxImages(
  max: number,
  write: (images: readonly MediaInput[]) => object,
): (images: readonly MediaInput[]) => object {
  return (images) => {
    if (images.length <= max) return write(images);
    throw refusedField('images', `the model takes at most ${max} pictures`);
  };
}

/** `data:image/png;base64,...` */
export function dataUrl({ mimeType, bytes }: MediaInput): string {
  return `data:${mimeType};base64,${bytes.toString('base64')}`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Every model makes one piece without previews by default. */
function isDefaultValue(field: Field, value: unknown): boolean {
  return (field === 'count' && value === 1) || (field === 'partialImages' && value === 0);
}

/**
 * Converts fields to a form: images and videos as files, a list as one field per entry, everything else as
 * text.
 */
export function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isInput(one))
        form.append(name, new Blob([new Uint8Array(one.bytes)], { type: one.mimeType }), name);
      else form.append(name, String(one));
    }
  }
  return form;
}

function isInput(value: unknown): value is MediaInput {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}
