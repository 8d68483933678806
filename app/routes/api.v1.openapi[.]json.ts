import { openApiCall } from '#app/features/hub-api/openapi/openapi-call.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: openApiCall });
export const loader = route.loader;
export const action = route.action;
