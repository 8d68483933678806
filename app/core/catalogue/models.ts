import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { mediaMadeBy, type OutputKind } from '#app/contracts/models.ts';
import type { Tx } from '#db/transaction.ts';
import { isOnOffer, successorOf, type CatalogueEntry, type Keys, type Snapshot } from './entry.ts';
import { fullIds, nearNames } from './model-names.ts';
import { endpointOf, firstModelOf, isOfferedBy } from './endpoint-models.ts';
import { readSnapshot } from './snapshot.ts';

/** A callable model. */
export interface Model extends CatalogueEntry {
  /** The retired id that was requested, when this model answers instead: to be shown on screen. */
  standsInFor: { id: string; retiredOn: string | null } | null;
  /** An announced retirement of this model in the future: to be shown on screen and in answers. */
  retires: { on: string; successor: string | null } | null;
}

/** A model for the chat. */
export interface ChatModel extends Model {
  endpoint: Endpoint;
}

/** Max successors of successors: a longer chain must be a cycle. */
const MAX_STEPS = 8;

/**
 * The model that answers for an id, or for a name without its maker that only one maker has. A retired id
 * leads to its successor; if that is not available (another provider is set up), to the first model of its
 * endpoint, so that the defaults of the specification work on every installation.
 * @param options `field`: the field of the name. `keys`: the public API uses only the operator's
 * @throws AppError model_not_found for an id that is unknown or not available, with similar ids in `near`;
 * for a name that several makers have, with their ids
 */
export async function findModel(
  tx: Tx,
  name: string,
  { field = 'model', keys = 'operator' }: { field?: string; keys?: Keys } = {},
): Promise<Model> {
  const isHere = (model: CatalogueEntry) => isOnOffer(snapshot, model, new Date(), keys);
  const snapshot = await readSnapshot(tx);
  const [id, ...others] = fullIds(snapshot, name) as [string, ...string[]];
  if (others.length > 0) throw ambiguous(name, [id, ...others], field);
  const successor = followAliases(snapshot, id);
  const model = snapshot.models.get(successor);
  if (!model) throw notFound(snapshot, id, field);
  if (successor === id) {
    if (!isHere(model)) throw notFound(snapshot, id, field);
    return asItself(snapshot, model);
  }
  const standIn = isHere(model)
    ? model
    : model.endpoint === null
      ? undefined
      : firstModelOf(snapshot, model.endpoint, keys);
  if (!standIn) throw notFound(snapshot, id, field);
  const standsInFor = { id, retiredOn: snapshot.aliases.get(id)?.retiredOn ?? null };
  return { ...standIn, standsInFor, retires: retirementOf(snapshot, standIn) };
}

/** Built once per copy of the catalogue: almost all calls name a model by its own id. */
const asThemselves = new WeakMap<CatalogueEntry, Model>();

function asItself(snapshot: Snapshot, entry: CatalogueEntry): Model {
  const known = asThemselves.get(entry);
  if (known) return known;
  const model = { ...entry, standsInFor: null, retires: retirementOf(snapshot, entry) };
  asThemselves.set(entry, model);
  return model;
}

/**
 * As `findModel`, for a conversation.
 * @throws AppError model_not_found also for a model that creates images, videos or vectors
 */
export async function findChatModel(tx: Tx, id: string): Promise<ChatModel> {
  const model = await findModel(tx, id);
  if (model.endpoint === null) throw notFound(await readSnapshot(tx), id);
  return { ...model, endpoint: model.endpoint };
}

/** A model that answers messages, and its kind of output. */
export interface ReplyModel extends ChatModel {
  makes: OutputKind;
}

/** The chat endpoint that lists image and video models, which belong to no endpoint of the specification. */
export const MEDIA_ENDPOINT: Endpoint = 'openAI';

/**
 * As `findModel`, for the next message of a conversation: includes models that create images or videos, and
 * models that only users' own keys open.
 * @param asked the endpoint that must answer; absent: the model's own endpoint, else one that offers it. For
 * a retired model that it does not offer, and for its default model if no provider has that, its first model
 * stands in.
 * @throws AppError model_not_found also for a model with another kind of output, or that the endpoint does
 * not offer
 */
export async function findReplyModel(tx: Tx, id: string, asked?: Endpoint): Promise<ReplyModel> {
  const keys = 'anybody';
  const standIn = asked && (await firstForDefault(tx, id, asked));
  if (standIn) return standIn;
  const model = await findModel(tx, id, { keys });
  if (model.endpoint !== null) {
    const snapshot = await readSnapshot(tx);
    const endpoint = asked ?? endpointOf(snapshot, model, keys) ?? model.endpoint;
    if (isOfferedBy(snapshot, model, endpoint, keys)) return { ...model, endpoint, makes: 'text' };
    const first = model.standsInFor && firstModelOf(snapshot, endpoint, keys);
    if (!first) throw notFound(snapshot, id);
    return { ...model, ...first, retires: retirementOf(snapshot, first), endpoint, makes: 'text' };
  }
  const makes = mediaMadeBy(model.supports);
  if (makes === null) throw notFound(await readSnapshot(tx), id);
  return { ...model, endpoint: MEDIA_ENDPOINT, makes };
}

/** The id of the model that answers for this one, whose options apply; the given id itself if none does. */
export async function findAnsweringId(tx: Tx, id: string, endpoint?: Endpoint): Promise<string> {
  try {
    return (await findReplyModel(tx, id, endpoint)).id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_not_found') return id;
    throw error;
  }
}

/** The first model of an endpoint, in place of a default that the catalogue does not know. */
async function firstForDefault(tx: Tx, id: string, endpoint: Endpoint): Promise<ReplyModel | undefined> {
  if (factsOf(endpoint)?.defaultModel !== id) return undefined;
  const snapshot = await readSnapshot(tx);
  if (snapshot.models.has(id) || snapshot.aliases.has(id)) return undefined;
  const first = firstModelOf(snapshot, endpoint, 'anybody');
  const standsInFor = { id, retiredOn: null };
  return first && { ...asItself(snapshot, first), standsInFor, endpoint, makes: 'text' };
}

/** An available model with an alias of its own id has a retirement date in the future. */
export function retirementOf({ aliases }: Snapshot, { id, shutdownOn }: CatalogueEntry): Model['retires'] {
  const announced = aliases.get(id);
  const on = announced?.retiredOn ?? shutdownOn;
  return on === null ? null : { on, successor: announced?.modelId ?? null };
}

/** The id that an id leads to today, through any number of successors; itself if it is not retired. */
export function followAliases(snapshot: Snapshot, id: string): string {
  let at = id;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = successorOf(snapshot, at);
    if (next === null) return at;
    at = next;
  }
  return at;
}

function ambiguous(name: string, ids: readonly string[], param: string): AppError {
  const near = ids.join(', ');
  return new AppError('model_not_found', {
    message: `The model ${name} is not clear without its maker: it may be ${near}.`,
    param,
    params: { near },
  });
}

function notFound(snapshot: Snapshot, id: string, param = 'model'): AppError {
  const near = nearNames(snapshot, id);
  const hint = near.length > 0 ? ` Did you mean: ${near.join(', ')}?` : '';
  return new AppError('model_not_found', {
    message: `The model ${id.slice(0, 160)} does not exist or is not available.${hint}`,
    param,
    ...(near.length > 0 && { params: { near: near.join(', ') } }),
  });
}

/** All available models, whatever their output, in the operator's order. */
export async function listAllModels(tx: Tx): Promise<Model[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()]
    .filter((model) => isOnOffer(snapshot, model))
    .map((model) => ({ ...model, standsInFor: null, retires: retirementOf(snapshot, model) }));
}

/** The available models that only create images or videos, in the operator's order. */
export async function listMediaModels(tx: Tx): Promise<CatalogueEntry[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()].filter(
    (model) => model.endpoint === null && mediaMadeBy(model.supports) !== null && isOnOffer(snapshot, model),
  );
}

/** The available models of an endpoint, in the operator's order. */
export async function listModels(tx: Tx, endpoint: Endpoint, keys: Keys): Promise<CatalogueEntry[]> {
  const snapshot = await readSnapshot(tx);
  return [...snapshot.models.values()].filter((model) => isOfferedBy(snapshot, model, endpoint, keys));
}
