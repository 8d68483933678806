import { AppError } from '#app/contracts/errors.ts';
import { PRESET_FILE_MAX_BYTES, PRESETS_MAX } from '#app/contracts/presets/preset.ts';
import type { SavedPreset } from '#app/core/presets/saved-presets.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { parseJson } from '#app/http/body/read-body.ts';
import { readPreset } from './read-preset.server.ts';

/** The bytes of a file while it arrives. @throws AppError payload_too_large */
export async function takeFile({ content }: ArrivingFile): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > PRESET_FILE_MAX_BYTES)
      throw new AppError('payload_too_large', { message: 'The file is too large.', param: 'file' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * The presets of a file: one, a list of them, or a list as `presets`, each in the shape of the specification. Whose ids
 * they have there does not count: they are new here, and none of them becomes the default.
 * @throws AppError invalid_request naming the place and the field that is wrong
 */
export async function readPresetFile(
  bytes: Uint8Array,
): Promise<{ presets: SavedPreset[]; leftOut: string[] }> {
  const given = listIn(parseJson(bytes));
  const leftOut = new Set<string>();
  const presets: SavedPreset[] = [];
  for (const [place, value] of given.entries()) {
    const read = await readPreset(value).catch((error: unknown) => {
      throw error instanceof AppError && given.length > 1 ? inPlace(error, place) : error;
    });
    presets.push({ ...read.preset, isDefault: false });
    for (const name of read.leftOut) leftOut.add(name);
  }
  return { presets, leftOut: [...leftOut] };
}

function listIn(value: unknown): unknown[] {
  const inside = (value as { presets?: unknown } | null)?.presets ?? value;
  const list = Array.isArray(inside) ? (inside as unknown[]) : [inside];
  const areObjects = list.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  if (list.length === 0 || !areObjects)
    throw new AppError('invalid_request', { message: 'There is no preset in it.', param: 'file' });
  if (list.length > PRESETS_MAX)
    throw new AppError('conflict', {
      message: 'There are too many presets in it.',
      params: { max: PRESETS_MAX },
    });
  return list;
}

function inPlace({ code, message, param }: AppError, place: number): AppError {
  return new AppError(code, { message, param: `[${place}].${param ?? ''}` });
}
