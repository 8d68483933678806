import { abortEndpoint } from '#app/features/replies/abort-reply.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: abortEndpoint });
export const loader = route.loader;
export const action = route.action;
