import type { z } from 'zod';
import type { ListedModel } from '#app/contracts/catalogue/listing.ts';
import type { ParameterRange, ParameterTable } from '#app/contracts/models.ts';
import { CHAT_DEFAULTS, chatRequest } from '#app/contracts/openai/chat-request.ts';
import { embeddingRequest } from '#app/contracts/openai/embedding.ts';
import { imageEditRequest } from '#app/contracts/openai/image-request.ts';
import { videoRequest } from '#app/contracts/openai/video-request.ts';
import { readOffer } from '#app/core/catalogue/offers.ts';
import {
  acceptedImageOptions,
  acceptedVideoOptions,
  type AcceptedOptions,
  type AcceptedValues,
} from '#app/core/tasks/media/accepted-options.ts';
import { DEFAULT_OUTPUT_CAP } from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ListedParameter, ParameterGroup } from './detail-data.ts';
import {
  PARAMETER_KINDS,
  PARAMETER_NAMES,
  type ParameterKind,
  type ParameterName,
  type ParameterText,
} from './parameter-names.ts';
import { fieldsOf, type SchemaField } from './request-schema.server.ts';

/** The call of each kind, and the schema that validates it. */
const CALLS: Record<ParameterKind, { call: string; schema: z.ZodType }> = {
  text: { call: 'POST /api/v1/chat/completions', schema: chatRequest },
  image: { call: 'POST /api/v1/images/generations', schema: imageEditRequest },
  video: { call: 'POST /api/v1/videos', schema: videoRequest },
  embedding: { call: 'POST /api/v1/embeddings', schema: embeddingRequest },
};

const EDIT_CALL = 'POST /api/v1/images/edits';

/** Fields of a chat completion that the API reads itself, for every model. */
const READ_HERE: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options']);
/** Fields of orders that every model takes. */
const FOR_EVERY_ORDER: ReadonlySet<string> = new Set(['model', 'prompt']);
/** Values of fields that an order does not set. */
const ORDER_DEFAULTS: Readonly<Record<string, string>> = { n: '1', stream: 'false', partial_images: '0' };
/** Fields that have no effect, or a random one, without a value. */
const WITHOUT_DEFAULT: ReadonlySet<string> = new Set(['negative_prompt', 'seed']);
const TEXT_DEFAULTS: Readonly<Record<string, string>> = {
  ...CHAT_DEFAULTS,
  max_tokens: String(DEFAULT_OUTPUT_CAP),
};

const schemas = new Map<ParameterKind, Map<string, SchemaField>>();

function schemaOf(kind: ParameterKind): Map<string, SchemaField> {
  let fields = schemas.get(kind);
  if (!fields) schemas.set(kind, (fields = fieldsOf(CALLS[kind].schema)));
  return fields;
}

/**
 * The fields of each kind of call that a model answers: those of the schema that validates the call, with the
 * values that the offer that is tried first accepts.
 * @param passedOn names of the fields of chat completions that the API passes on to the model
 */
export async function parameterGroups(
  model: ListedModel,
  passedOn: readonly string[],
): Promise<ParameterGroup[]> {
  const makes = (kind: ParameterKind) => model.supports.some((way) => way.endsWith(`-to-${kind}`));
  const groups = PARAMETER_KINDS.filter(makes).map(async (kind): Promise<ParameterGroup> => {
    const call = isEditOnly(kind, model) ? EDIT_CALL : CALLS[kind].call;
    if (kind === 'image' || kind === 'video')
      return { kind, call, parameters: orderParameters(kind, model, await acceptedBy(kind, model)) };
    const table = model.offers[0]?.parameters ?? {};
    return {
      kind,
      call,
      parameters: PARAMETER_NAMES[kind].map((name) =>
        kind === 'text' ? textParameter(name, table, passedOn) : listed(kind, name),
      ),
    };
  });
  return Promise.all(groups);
}

function isEditOnly(kind: ParameterKind, { supports }: ListedModel): boolean {
  return kind === 'image' && !supports.includes('text-to-image');
}

/** A field as its schema describes it. */
function listed(kind: ParameterKind, name: ParameterName): ListedParameter {
  const { type, isRequired, range, inside } = schemaOf(kind).get(name)!;
  // Without a model, a chat completion goes to the default model of the account.
  const text = `${kind}.${name}` as ParameterText;
  return {
    name,
    text,
    type,
    isRequired: isRequired || name === 'model',
    range,
    byDefault: null,
    inside,
    isIgnored: false,
  };
}

const EXPANDED: ReadonlySet<string> = new Set(['response_format', 'stream_options', 'tool_choice']);

function textParameter(
  name: ParameterName,
  table: ParameterTable,
  passedOn: readonly string[],
): ListedParameter {
  const field = listed('text', name);
  const own = (table as Readonly<Record<string, ParameterRange | false | undefined>>)[name];
  return {
    ...field,
    range: own ? { ...field.range, ...intersection(field.range, own) } : field.range,
    byDefault: TEXT_DEFAULTS[name] ?? null,
    inside: EXPANDED.has(name) ? field.inside : [],
    isIgnored: !READ_HERE.has(name) && !passedOn.includes(name),
  };
}

/** The intersection of both ranges: the page must not show values that the API would refuse. */
function intersection(ours: ParameterRange, theirs: ParameterRange): ParameterRange {
  const { min, max, most, values } = theirs;
  return {
    ...(min !== undefined && { min: Math.max(min, ours.min ?? min) }),
    ...(max !== undefined && { max: Math.min(max, ours.max ?? max) }),
    ...(most !== undefined && { most: Math.min(most, ours.most ?? most) }),
    ...(values && { values }),
  };
}

/** The fields that the offer that is tried first accepts; none if no adapter knows the model. */
async function acceptedBy(kind: 'image' | 'video', { id, offers }: ListedModel): Promise<AcceptedOptions> {
  const [first] = offers.filter(({ supports }) => supports.some((way) => way.endsWith(`-to-${kind}`)));
  const offer = first && (await readOffer(AUTOCOMMIT, { model: id, offer: first.id }, new Date()));
  if (!offer) return {};
  return (kind === 'image' ? acceptedImageOptions(offer) : acceptedVideoOptions(offer)) ?? {};
}

/** The fields of an order: those of every order, those of its inputs, and those that the offer accepts. */
function orderParameters(
  kind: 'image' | 'video',
  model: ListedModel,
  accepted: AcceptedOptions,
): ListedParameter[] {
  const inputs = inputsOf(kind, model, accepted);
  const parameters = PARAMETER_NAMES[kind].flatMap((name): ListedParameter[] => {
    const field = { ...listed(kind, name), byDefault: ORDER_DEFAULTS[name] ?? null, inside: [] };
    if (FOR_EVERY_ORDER.has(name)) return [field];
    if (inputs.has(name)) return [{ ...field, isRequired: inputs.get(name)! }];
    if (name === 'stream') return isSomething(accepted.partial_images) ? [field] : [];
    const values = accepted[name];
    if (!isSomething(values)) return [];
    const isModelDefault = field.byDefault === null && !WITHOUT_DEFAULT.has(name);
    return [{ ...field, isModelDefault, range: rangeWithin(field.range, values) }];
  });
  return parameters.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

function rangeWithin(ours: ParameterRange, values: AcceptedValues): ParameterRange {
  if (values === true) return ours;
  return isList(values) ? { values } : { ...ours, ...intersection(ours, values) };
}

/** Tells whether a field is accepted: the list of a field that is not is empty. */
const isSomething = (values: AcceptedValues | undefined): values is AcceptedValues =>
  values !== undefined && !(isList(values) && values.length === 0);

const isList = (values: AcceptedValues): values is readonly string[] => Array.isArray(values);

/** The fields of input files, and whether the model needs them. */
function inputsOf(
  kind: 'image' | 'video',
  { supports }: ListedModel,
  { mask }: AcceptedOptions,
): Map<string, boolean> {
  const isNeeded = !supports.includes(`text-to-${kind}`);
  if (kind === 'video')
    return supports.includes('image-to-video') || supports.includes('video-to-video')
      ? new Map([['input_reference', isNeeded]])
      : new Map();
  if (!supports.includes('image-to-image')) return new Map();
  return new Map([['images', isNeeded], ...(mask ? [['mask', false] as const] : [])]);
}
