import { AppError } from '#app/contracts/errors.ts';
import type { Endpoint } from './api-route.ts';
import { errorResponse } from '#app/http/errors/error-response.ts';

/** Every path under /api that no route serves, with any method: 404 as JSON. */
export const unknownPath: Endpoint = async ({ request }) => {
  const { pathname } = new URL(request.url);
  return errorResponse(new AppError('not_found', { message: `There is nothing at ${pathname}.` }));
};
