import { generationCall } from '#app/features/hub-api/generation-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: generationCall });
export const loader = route.loader;
export const action = route.action;
