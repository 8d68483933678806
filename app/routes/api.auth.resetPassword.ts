import { resetPasswordCall } from '#app/features/auth/api/calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: resetPasswordCall });
export const loader = route.loader;
export const action = route.action;
