import { featuredCall } from '#app/features/landing/models/featured-call.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: featuredCall });
export const loader = route.loader;
export const action = route.action;
