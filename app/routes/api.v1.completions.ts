import { textCompletionsCall } from '#app/features/hub-api/completions-call.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: textCompletionsCall });
export const loader = route.loader;
export const action = route.action;
