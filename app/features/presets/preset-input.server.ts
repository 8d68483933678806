import { z } from 'zod';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { ENDPOINTS, factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { PASS_THROUGH_SCHEMA } from '#app/contracts/presets/carried.ts';
import {
  PRESET_FILE_MAX_BYTES,
  PRESET_TITLE,
  PRESET_TITLE_MAX,
  PRESETS_MAX,
} from '#app/contracts/presets/preset.ts';
import { findAnsweringId, findReplyModel } from '#app/core/catalogue/models.ts';
import type { SavedPreset } from '#app/core/presets/saved-presets.ts';
import type { ArrivingFile } from '#app/http/body/multipart.ts';
import { parseJson } from '#app/http/body/read-body.ts';
import { validate } from '#app/http/body/validate.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const HEAD = z.looseObject({
  presetId: z.string().nullish(),
  title: z.string().trim().max(PRESET_TITLE_MAX).nullish(),
  endpoint: z.string().max(100).nullish(),
  model: z.string().trim().max(160).nullish(),
  defaultPreset: z.boolean().nullish(),
});

/** Fields that programs add to their presets and that carry no setting. */
const BOOKKEEPING = new Set(
  '_id __v id user order createdAt updatedAt conversationId messages suggestions'.split(' '),
);

/** Max number of reported names, and max letters of each. */
const MAX_REPORTED = 20;

const MAX_NAME_LETTERS = 60;

/** A preset that was read, with the names of its unknown fields. */
export interface ReadPreset {
  presetId: string | null;
  preset: SavedPreset;
  leftOut: string[];
}

/**
 * Reads a preset in the specification's format, which is LibreChat's. Unknown fields, endpoints and models
 * are left out and reported.
 * @throws AppError invalid_request naming the invalid field
 */
export async function readPreset(value: unknown): Promise<ReadPreset> {
  const head = validate(HEAD, value);
  const endpoint = ENDPOINTS.find((one) => one === head.endpoint) ?? null;
  const model = await knownModel(head.model || null, endpoint);
  const facts = factsOf(endpoint) ?? ANY_ENDPOINT;
  // A retired model has the options of the model that replaces it.
  const optioned = model === null ? '' : await findAnsweringId(AUTOCOMMIT, model, endpoint ?? undefined);
  const names = fieldsOf(facts, optioned).flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const carried = Object.entries(validate(PASS_THROUGH_SCHEMA, head)).filter(
    ([name, one]) => !names.includes(name) && one !== null && one !== undefined,
  );
  const known = new Set([
    ...Object.keys(HEAD.shape),
    ...Object.keys(PASS_THROUGH_SCHEMA.shape),
    ...names,
    ...BOOKKEEPING,
  ]);
  const unknown = Object.keys(head).filter((name) => !known.has(name) && hasValue(head[name]));
  return {
    presetId: head.presetId || null,
    preset: {
      title: head.title || PRESET_TITLE,
      endpoint,
      model,
      options: readOptions(facts, optioned, validate(optionsSchema(facts, optioned), head)),
      carried: Object.fromEntries(carried),
      ...(typeof head.defaultPreset === 'boolean' && { isDefault: head.defaultPreset }),
    },
    leftOut: [
      ...(head.endpoint && endpoint === null ? ['endpoint'] : []),
      ...(head.model && model === null ? ['model'] : []),
      ...unknown.slice(0, MAX_REPORTED).map((name) => name.slice(0, MAX_NAME_LETTERS)),
    ],
  };
}

/** Returns the id of a model that is available here; for an endpoint that is not served, the given name. */
async function knownModel(name: string | null, endpoint: Endpoint | null): Promise<string | null> {
  if (name === null) return null;
  if (endpoint !== null && !factsOf(endpoint)) return name;
  try {
    const { id, standsInFor } = await findReplyModel(AUTOCOMMIT, name, endpoint ?? undefined);
    return standsInFor?.id ?? id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_not_found') return null;
    throw error;
  }
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Collects the bytes of a file while it arrives. @throws AppError payload_too_large */
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
 * Reads the presets of a file: one, a list, or a list in `presets`, each in the specification's format. Their
 * ids in the file are ignored: they are new here, and none becomes the default.
 * @throws AppError invalid_request naming the position and the invalid field
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
