import { quoteCall } from '#app/features/hub-api/quote-call.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: quoteCall });
export const loader = route.loader;
export const action = route.action;
