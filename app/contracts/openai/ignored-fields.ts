/** Names that a header can hold, and not without end: they come from outside. */
const MOST_NAMES = 24;
const MOST_LETTERS = 64;

/** What says only what happens anyway. */
const NEUTRAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  service_tier: (value) => value === 'default' || value === 'auto',
  store: (value) => value === false,
  'reasoning.mode': (value) => value === 'standard',
  'reasoning.context': (value) => value === 'auto',
  modalities: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
};

/**
 * The fields of a request that reach no model: those without a price here (search, spoken answers, dearer tiers), those
 * that concern the maker's own accounting, and unknown ones. Their names go with the answer.
 * @param used names of the fields that are read here
 */
export function ignoredFields(body: object, used: ReadonlySet<string>): string[] {
  return ignoredIn(body, used, '');
}

/** The same of the fields of a field that is an object: `reasoning.mode`. */
export function ignoredWithin(
  field: string,
  value: object | null | undefined,
  used: ReadonlySet<string>,
): string[] {
  return value ? ignoredIn(value, used, `${field}.`) : [];
}

function ignoredIn(body: object, used: ReadonlySet<string>, before: string): string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const path = before + name;
    if (used.has(name) || value === undefined || value === null || NEUTRAL[path]?.(value)) continue;
    names.push(path.slice(0, MOST_LETTERS).replaceAll(/[^\w.-]/g, '_'));
    if (names.length === MOST_NAMES) break;
  }
  return names;
}
