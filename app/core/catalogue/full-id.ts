import type { Snapshot } from './entry.ts';
import { isOnOffer } from './offers/offer.ts';

/**
 * The ids that a name without its maker may stand for: `gpt-4o-mini` for `openai/gpt-4o-mini`. Models on offer come
 * before retired ids, so that a name goes on to mean what can be had.
 * @returns the name itself where it has a maker or is an id as it is; several where more than one maker has it
 */
export function fullIds(snapshot: Snapshot, name: string): readonly string[] {
  if (name.includes('/') || snapshot.models.has(name) || snapshot.aliases.has(name)) return [name];
  const { offered, retired } = namesOf(snapshot);
  return offered.get(name) ?? retired.get(name) ?? [name];
}

interface Names {
  offered: ReadonlyMap<string, string[]>;
  retired: ReadonlyMap<string, string[]>;
}

/** Made when the first name without a maker is looked up in a copy of the catalogue. */
const known = new WeakMap<Snapshot, Names>();

function namesOf(snapshot: Snapshot): Names {
  const before = known.get(snapshot);
  if (before) return before;
  const models = [...snapshot.models.values()].filter((model) => isOnOffer(snapshot, model));
  const names = {
    offered: byName(models.map(({ id }) => id)),
    retired: byName([...snapshot.aliases.keys()]),
  };
  known.set(snapshot, names);
  return names;
}

function byName(ids: readonly string[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const id of ids) {
    const name = id.slice(id.indexOf('/') + 1);
    const others = named.get(name);
    if (others) others.push(id);
    else named.set(name, [id]);
  }
  return named;
}
