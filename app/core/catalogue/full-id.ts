import type { Snapshot } from './entry.ts';
import { isOnOffer } from './offers/offer.ts';

/**
 * The ids that a name without its maker may stand for: `gpt-4o-mini` for `openai/gpt-4o-mini`. Models on offer come
 * before retired ids, so that a name goes on to mean what can be had. Coding agents name Claude's models as their maker
 * does: such a name stands for the model on offer that it names, whatever its day.
 * @returns the name itself where it has a maker or is an id as it is; several where more than one maker has it
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
 * What is common to the names of one model: `claude-haiku-4-5` for `claude-haiku-4-5-20251001`, for
 * `claude-haiku-4-5-latest`, for one with the mark of a longer window (`[1m]`), and for `anthropic/claude-haiku-4.5`.
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

interface Names {
  offered: ReadonlyMap<string, string[]>;
  retired: ReadonlyMap<string, string[]>;
  /** Models on offer by `makersName`. */
  makers: ReadonlyMap<string, string[]>;
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
    makers: byName(
      models.map(({ id }) => id).filter((id) => makersName(id) !== null),
      (id) => makersName(id)!,
    ),
  };
  known.set(snapshot, names);
  return names;
}

const withoutMaker = (id: string) => id.slice(id.indexOf('/') + 1);

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
