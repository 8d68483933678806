import { playgroundEndpoint } from '#app/features/playground/server/playground-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: playgroundEndpoint });
export const loader = route.loader;
export const action = route.action;
