import { listCall } from '#app/features/prompts/prompts-page.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: listCall });
export const loader = route.loader;
export const action = route.action;
