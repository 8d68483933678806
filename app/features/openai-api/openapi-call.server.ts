import { endpoint } from '#app/http/api/api-route.ts';
import { JsonResponse } from '#app/http/response/json-response.ts';
import { openApiDocument } from './openapi/document.server.ts';

let kept: object | undefined;

/** GET /api/v1/openapi.json: the public API as an OpenAPI 3.1 document. For everybody: no key is read. */
export const openApiCall = endpoint({ auth: 'none' }, () => {
  kept ??= openApiDocument();
  return new JsonResponse(kept, { headers: { 'cache-control': 'public, max-age=300' } });
});
