import { archiveFileCall } from '#app/features/exports/archive/archive-page.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: archiveFileCall });
export const loader = route.loader;
export const action = route.action;
