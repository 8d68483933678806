import { contentCall } from '#app/features/hub-api/generation-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: contentCall });
export const loader = route.loader;
export const action = route.action;
