import { sendEndpoint } from '#app/features/replies/answer-send.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: sendEndpoint({ edits: true }) });
export const loader = route.loader;
export const action = route.action;
