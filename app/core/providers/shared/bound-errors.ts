import { bodyOf } from './answer.ts';
import { readBounded } from './read-bounded.ts';

const ERROR_BODY_LIMIT = 64 * 1024;

/** A fetch for official clients: they read the body of an error whole, however long it is, so they get a short one. */
export function boundErrors(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok) return response;
    const body = await readBounded(bodyOf(response), ERROR_BODY_LIMIT);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}
