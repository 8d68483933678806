import { partialCall } from '#app/features/replies/browser-stream.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: partialCall });
export const loader = route.loader;
export const action = route.action;
