import type { UsageFilter } from './usage-query.ts';

/** The key of local storage for the dashboard's filter: JSON of user, model, source and dateInterval. */
export const FILTER_KEY = 'dashboardFilter';

/**
 * The address with the stored filter, if it has none of its own; null if it stays unchanged. The page runs
 * this function from its source before its scripts arrive: it must not use anything outside itself.
 * @param search the query of the address
 * @param stored the value in local storage
 */
export function rememberedSearch(search: string, stored: string | null): string | null {
  const names = ['user', 'model', 'source', 'dateInterval'];
  const params = new URLSearchParams(search);
  if (stored === null || [...names, 'page', 'until'].some((name) => params.has(name))) return null;
  try {
    const filter = JSON.parse(stored) as Record<string, unknown> | null;
    const values = names.flatMap((name) => {
      const value = filter?.[name];
      return typeof value === 'string' && value !== '' && value.length < 200 ? [[name, value] as const] : [];
    });
    if (!values.some(([name, value]) => name !== 'dateInterval' || value !== 'ALL')) return null;
    for (const [name, value] of values) params.set(name, value);
    // Without it, the filter would be applied again.
    if (!params.has('dateInterval')) params.set('dateInterval', 'ALL');
    return `?${params.toString()}`;
  } catch {
    return null;
  }
}

/** Stores a filter for the next visit; has no effect if the browser allows no storage. */
export function rememberFilter({ user, model, source, dateInterval }: UsageFilter): void {
  try {
    localStorage.setItem(FILTER_KEY, JSON.stringify({ user, model, source, dateInterval }));
  } catch {
    // Only the stored filter is lost.
  }
}

/** The stored filter; null if there is none, or if the browser allows no storage. */
export function readFilter(): string | null {
  try {
    return localStorage.getItem(FILTER_KEY);
  } catch {
    return null;
  }
}
