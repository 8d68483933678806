import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import { openApiDocument } from './openapi/document.server.ts';

let kept: object | undefined;

/** The public API as an OpenAPI 3.1 document; the same one for as long as the process runs. */
export function readOpenApi(): object {
  kept ??= openApiDocument();
  return kept;
}

/** GET /api/v1/openapi.json: the public API as an OpenAPI 3.1 document. For everybody: no key is read. */
export const openApiCall = endpoint({ auth: 'none' }, () => {
  return new JsonResponse(readOpenApi(), { headers: { 'cache-control': 'public, max-age=300' } });
});
