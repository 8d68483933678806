import { searchCall } from '#app/features/search/search-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: searchCall });
export const loader = route.loader;
export const action = route.action;
