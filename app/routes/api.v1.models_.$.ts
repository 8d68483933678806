import { modelCall } from '#app/features/hub-api/models/models-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: modelCall });
export const loader = route.loader;
export const action = route.action;
