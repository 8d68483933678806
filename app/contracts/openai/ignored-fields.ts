/** Limits for names that a header repeats: they come from an untrusted source. */
const MAX_NAMES = 24;
const MAX_NAME_LENGTH = 64;

/** Values that only state the default behaviour; they are not reported as ignored. */
const NEUTRAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  service_tier: (value) => value === 'default' || value === 'auto',
  store: (value) => value === false,
  'reasoning.mode': (value) => value === 'standard',
  'reasoning.context': (value) => value === 'auto',
  modalities: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
};

/**
 * Names of the fields of a request that reach no model: those without a price here (search, spoken answers,
 * dearer tiers), those that concern the maker's own accounting, and unknown ones. The names are reported with
 * the answer.
 * @param used names of the fields that are read here
 */
export function ignoredFields(body: object, used: ReadonlySet<string>): string[] {
  return ignoredIn(body, used, '');
}

/** The same for the fields within an object field: `reasoning.mode`. */
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
    names.push(path.slice(0, MAX_NAME_LENGTH).replaceAll(/[^\w.-]/g, '_'));
    if (names.length === MAX_NAMES) break;
  }
  return names;
}
