import { z } from 'zod';
import { ANY_ENDPOINT } from '#app/contracts/endpoints/any.ts';
import { fieldsOf, optionsSchema, readOptions } from '#app/contracts/endpoints/options.ts';
import { ENDPOINTS, factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { CARRIED } from '#app/contracts/presets/carried.ts';
import { PRESET_TITLE, PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { findAnsweringId, findReplyModel } from '#app/core/catalogue/models.ts';
import type { SavedPreset } from '#app/core/presets/saved-presets.ts';
import { validate } from '#app/http/body/validate.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const HEAD = z.looseObject({
  presetId: z.string().nullish(),
  title: z.string().trim().max(PRESET_TITLE_MAX).nullish(),
  endpoint: z.string().max(100).nullish(),
  model: z.string().trim().max(160).nullish(),
  defaultPreset: z.boolean().nullish(),
});

/** What programs write beside a preset of theirs, and what nobody means by it. */
const BOOKKEEPING = new Set(
  '_id __v id user order createdAt updatedAt conversationId messages suggestions'.split(' '),
);

/** Names that are told, and the letters of each. */
const MOST_TOLD = 20;
const MOST_LETTERS = 60;

/** A preset as it was read, with the names of what was in it and is not known here. */
export interface ReadPreset {
  presetId: string | null;
  preset: SavedPreset;
  leftOut: string[];
}

/**
 * Reads a preset in the shape of the specification, which is LibreChat's. What is not known here is left out and named:
 * fields, an endpoint, a model.
 * @throws AppError invalid_request naming the field that is wrong
 */
export async function readPreset(value: unknown): Promise<ReadPreset> {
  const head = validate(HEAD, value);
  const endpoint = ENDPOINTS.find((one) => one === head.endpoint) ?? null;
  const model = await knownModel(head.model || null, endpoint);
  const facts = factsOf(endpoint) ?? ANY_ENDPOINT;
  // A retired model has the options of the one that answers in its stead.
  const optioned = model === null ? '' : await findAnsweringId(AUTOCOMMIT, model, endpoint ?? undefined);
  const names = fieldsOf(facts, optioned).flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  const carried = Object.entries(validate(CARRIED, head)).filter(
    ([name, one]) => !names.includes(name) && one !== null && one !== undefined,
  );
  const known = new Set([
    ...Object.keys(HEAD.shape),
    ...Object.keys(CARRIED.shape),
    ...names,
    ...BOOKKEEPING,
  ]);
  const unknown = Object.keys(head).filter((name) => !known.has(name) && isSaid(head[name]));
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
      ...unknown.slice(0, MOST_TOLD).map((name) => name.slice(0, MOST_LETTERS)),
    ],
  };
}

/** The id of a model that answers here; of an endpoint that is not served, what it is called there. */
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

function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
