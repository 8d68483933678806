import type { UsageFilter } from './usage-query.ts';

/** Where a browser keeps the filter of the dashboard: JSON of user, model, source and dateInterval. */
export const FILTER_KEY = 'dashboardFilter';

/**
 * The address with the remembered filter, where it has none of its own; null where it stays as it is. The page runs this
 * function before its scripts arrive, by its source: it must need nothing from outside of itself.
 * @param search of the address
 * @param stored what the browser keeps
 */
export function rememberedSearch(search: string, stored: string | null): string | null {
  const names = ['user', 'model', 'source', 'dateInterval'];
  const params = new URLSearchParams(search);
  if (stored === null || [...names, 'page', 'until'].some((name) => params.has(name))) return null;
  try {
    const filter = JSON.parse(stored) as Record<string, unknown> | null;
    const kept = names.flatMap((name) => {
      const value = filter?.[name];
      return typeof value === 'string' && value !== '' && value.length < 200 ? [[name, value] as const] : [];
    });
    if (!kept.some(([name, value]) => name !== 'dateInterval' || value !== 'ALL')) return null;
    for (const [name, value] of kept) params.set(name, value);
    // An address without it would be filled in again.
    if (!params.has('dateInterval')) params.set('dateInterval', 'ALL');
    return `?${params.toString()}`;
  } catch {
    return null;
  }
}

/** Keeps a filter for the next visit; a browser that keeps nothing for anybody forgets it. */
export function rememberFilter({ user, model, source, dateInterval }: UsageFilter): void {
  try {
    localStorage.setItem(FILTER_KEY, JSON.stringify({ user, model, source, dateInterval }));
  } catch {
    // Nothing is lost but the memory of it.
  }
}

/** What is kept; null where there is nothing, or nothing may be read. */
export function readFilter(): string | null {
  try {
    return localStorage.getItem(FILTER_KEY);
  } catch {
    return null;
  }
}
