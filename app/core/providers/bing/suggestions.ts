import { isObject } from '#app/core/providers/shared/json.ts';

const MOST = 3;
const LONGEST = 200;

/** What a service thinks that the person may say next: a few, each on one line; what is too long is none. */
export function readSuggestions(list: unknown): string[] {
  const found: readonly unknown[] = Array.isArray(list) ? list.slice(0, MOST) : [];
  return found.flatMap((one) => {
    const text = isObject(one) ? one['text'] : undefined;
    if (typeof text !== 'string' || text.length > LONGEST) return [];
    return text.replace(/\s+/g, ' ').trim() || [];
  });
}
