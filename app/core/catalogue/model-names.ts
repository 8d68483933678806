import { distance as editDistance } from 'fastest-levenshtein';
import type { Tx } from '#db/transaction.ts';
import { isOnOffer, type CatalogueEntry, type Snapshot } from './entry.ts';
import { readSnapshot } from './snapshot.ts';

interface Names {
  offered: ReadonlyMap<string, string[]>;
  retired: ReadonlyMap<string, string[]>;
  /** Available models by `makersName`. */
  makers: ReadonlyMap<string, string[]>;
}

/** Built when the first name without a maker is looked up in a copy of the catalogue. */
const known = new WeakMap<Snapshot, Names>();

const withoutMaker = (id: string) => id.slice(id.indexOf('/') + 1);

const MAX_NAMES = 5;

/** The names of models by their ids; an id that is no longer in the catalogue has none. */
export async function modelNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { models } = await readSnapshot(tx);
  return new Map(
    ids.flatMap((id) => {
      const model = models.get(id);
      return model ? [[id, model.name]] : [];
    }),
  );
}

/**
 * The ids that a name without its maker may stand for: `gpt-4o-mini` for `openai/gpt-4o-mini`. Available
 * models come before retired ids, so that a name keeps standing for a callable model. Coding agents use the
 * maker's own names for Claude models: such a name stands for the available model that it names, whatever its
 * date.
 * @returns the name itself if it has a maker or is an id already; several ids if more than one maker has it
 */
export function fullIds(snapshot: Snapshot, name: string): readonly string[] {
  if (snapshot.models.has(name) || snapshot.aliases.has(name)) return [name];
  const { offered, retired, makers } = namesOf(snapshot);
  const own = makersName(name);
  const known = own === null ? undefined : makers.get(own);
  if (name.includes('/')) return known ?? [name];
  return offered.get(name) ?? retired.get(name) ?? known ?? [name];
}

/**
 * The common part of the names of one model: `claude-haiku-4-5` for `claude-haiku-4-5-20251001`, for
 * `claude-haiku-4-5-latest`, for one with the suffix of a longer window (`[1m]`), and for
 * `anthropic/claude-haiku-4.5`.
 * @returns null for a name that is not of this maker
 */
function makersName(name: string): string | null {
  const own = name
    .slice(0, 160)
    .toLowerCase()
    .replace(/^anthropic\//, '');
  if (!own.startsWith('claude-')) return null;
  return own
    .replace(/\[1m\]$/, '')
    .replace(/-(?:latest|20\d{6})$/, '')
    .replaceAll('.', '-');
}

function namesOf(snapshot: Snapshot): Names {
  const before = known.get(snapshot);
  if (before) return before;
  const models = [...snapshot.models.values()].filter((model) => isOnOffer(snapshot, model));
  const names = {
    offered: byName(models.map(({ id }) => id)),
    retired: byName([...snapshot.aliases.keys()]),
    makers: byName(
      models.map(({ id }) => id).filter((id) => makersName(id) !== null),
      (id) => makersName(id)!,
    ),
  };
  known.set(snapshot, names);
  return names;
}

function byName(ids: readonly string[], nameOf = withoutMaker): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const id of ids) {
    const name = nameOf(id);
    const others = named.get(name);
    if (others) others.push(id);
    else named.set(name, [id]);
  }
  return named;
}

/** Available ids that a user may have meant; see `nearIds`. */
export function nearNames(snapshot: Snapshot, input: string): string[] {
  return nearIds(
    [...snapshot.models.values()].filter((model) => isOnOffer(snapshot, model)),
    input,
  );
}

/**
 * The ids of those models that a user may have meant, the nearest first: by their id, their id without the
 * maker, or their name. A part of a name counts as near, so that `haiku` finds every Haiku.
 */
export function nearIds(
  models: readonly Pick<CatalogueEntry, 'id' | 'maker' | 'name'>[],
  input: string,
): string[] {
  const wanted = input.toLowerCase().slice(0, 80);
  const bare = wanted.slice(wanted.indexOf('/') + 1);
  const maxDistance = Math.max(2, Math.floor(bare.length / 3));
  const near: { id: string; distance: number }[] = [];
  for (const model of models) {
    const own = model.id.slice(model.maker.length + 1).toLowerCase();
    const name = model.name.toLowerCase();
    const contains = bare.length >= 3 && (own.includes(bare) || name.includes(bare));
    const distances = [own, name].map((known) => editDistance(bare, known));
    const distance = contains ? 1 : Math.min(...distances);
    if (distance <= maxDistance) near.push({ id: model.id, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NAMES)
    .map(({ id }) => id);
}
