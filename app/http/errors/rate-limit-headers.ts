import type { Standing } from '#app/core/limits/window-counter.ts';

/** The headers by which OpenAI's clients know how much they may still ask. */
export function tellStanding(
  { limit, left, resetMs }: Pick<Standing, 'limit' | 'left' | 'resetMs'>,
  headers: Pick<Headers, 'set'>,
): void {
  headers.set('x-ratelimit-limit-requests', String(limit));
  headers.set('x-ratelimit-remaining-requests', String(left));
  headers.set('x-ratelimit-reset-requests', `${Math.ceil(resetMs / 1000)}s`);
}
