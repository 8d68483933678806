import { rotateCall } from '#app/features/api-keys/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: rotateCall });
export const loader = route.loader;
export const action = route.action;
