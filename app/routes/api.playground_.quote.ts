import { playgroundQuoteCall } from '#app/features/playground/server/quote-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ POST: playgroundQuoteCall });
export const loader = route.loader;
export const action = route.action;
