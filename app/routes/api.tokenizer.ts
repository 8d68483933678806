import { tokenizerCall } from '#app/features/models/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: tokenizerCall });
export const loader = route.loader;
export const action = route.action;
