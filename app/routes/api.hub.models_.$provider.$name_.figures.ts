import { figuresCall } from '#app/features/models/catalogue-calls.server.ts';
import { apiRoute } from '#app/http/api/api-route.ts';

const route = apiRoute({ GET: figuresCall });
export const loader = route.loader;
export const action = route.action;
