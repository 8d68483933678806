import { sharedFileCall } from '#app/features/shares/shared/shared-file-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: sharedFileCall });
export const loader = route.loader;
export const action = route.action;
