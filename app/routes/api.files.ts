import { uploadCall } from '#app/features/files/file-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: uploadCall });
export const loader = route.loader;
export const action = route.action;
