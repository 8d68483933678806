/** Names that a header can hold, and not without end: they come from outside. */
const MOST_NAMES = 24;
const MOST_LETTERS = 64;

/** What says only what happens anyway. */
const NEUTRAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  service_tier: (value) => value === 'default' || value === 'auto',
  store: (value) => value === false,
  modalities: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
};

/**
 * The fields of a request that reach no model: what has no price here (search, spoken answers, dearer tiers), what
 * concerns the maker's own accounting, and what nobody knows. Their names go with the answer.
 * @param used names of the fields that are read here
 */
export function ignoredFields(body: object, used: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (used.has(name) || value === undefined || value === null || NEUTRAL[name]?.(value)) continue;
    names.push(name.slice(0, MOST_LETTERS).replaceAll(/[^\w.-]/g, '_'));
    if (names.length === MOST_NAMES) break;
  }
  return names;
}
