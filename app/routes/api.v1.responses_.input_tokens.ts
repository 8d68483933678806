import { countResponseCall } from '#app/features/hub-api/responses/responses-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: countResponseCall });
export const loader = route.loader;
export const action = route.action;
