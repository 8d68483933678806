import type { PixelSize } from '#app/contracts/cost.ts';
import type { ImageRequest } from '../contract.ts';
import { as, oneOf, pictures, refusedField, within, writeFields, type Writers } from '../shared/fields.ts';

const MOST_PICTURES = 16;
const SIZES = ['1024x1024', '1536x1024', '1024x1536'];
/** Of sizes that are free: what both sides are multiples of, the longest side, pixels, and how much longer than the other. */
const STEP = 16;
const LONGEST = 3840;
const MOST_PIXELS = 3840 * 2160;
const MOST_RATIO = 3;

const words: Writers<ImageRequest> = {
  prompt: as('prompt'),
  count: within('count', [1, 10], (n) => ({ n })),
};

const gpt: Writers<ImageRequest> = {
  ...words,
  size: (size) => oneOf('size', SIZES, (value) => ({ size: value }))(written(size)),
  quality: oneOf('quality', ['low', 'medium', 'high', 'auto'], (quality) => ({ quality })),
  background: oneOf('background', ['transparent', 'opaque', 'auto'], (background) => ({ background })),
  outputFormat: oneOf('outputFormat', ['png', 'jpeg', 'webp'], (format) => ({ output_format: format })),
  outputCompression: within('outputCompression', [0, 100], (percent) => ({ output_compression: percent })),
  images: pictures(MOST_PICTURES, (images) => ({ 'image[]': images })),
  mask: as('mask'),
};

/** Each model that the maker still serves; of another the words alone are taken. */
function writersOf({ model, count }: ImageRequest): Writers<ImageRequest> {
  if (!/^(?:chat)?gpt-image-/.test(model)) return words;
  const sized = model.startsWith('gpt-image-2') ? { ...gpt, size: freeSize } : gpt;
  // The events of a stream do not say which of several pictures they are of.
  return count > 1 ? sized : { ...sized, partialImages };
}

const partialImages = within('partialImages', [0, 3], (partial) =>
  partial === 0 ? {} : { stream: true, partial_images: partial },
);

/**
 * A request in the words of the wire; pictures are still whole in it.
 * @throws ProviderError that names the field which the model does not take
 */
export function optionsOf(request: ImageRequest): Record<string, unknown> {
  return { model: request.model, ...writeFields(request, writersOf(request)) };
}

function freeSize(size: PixelSize): object {
  const { width, height } = size;
  const [short, long] = width < height ? [width, height] : [height, width];
  const fits = [width, height].every((side) => Number.isInteger(side) && side > 0 && side % STEP === 0);
  if (fits && long <= LONGEST && width * height <= MOST_PIXELS && long <= short * MOST_RATIO)
    return { size: written(size) };
  throw refusedField(
    'size',
    `size must have sides that are multiples of ${STEP}, of at most ${LONGEST} pixels, one at most ${MOST_RATIO} times the other, and at most ${MOST_PIXELS} pixels in all`,
  );
}

const written = ({ width, height }: PixelSize): string => `${width}x${height}`;
