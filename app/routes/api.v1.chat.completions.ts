import { completionsCall } from '#app/features/hub-api/chat/chat-completions.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: completionsCall });
export const loader = route.loader;
export const action = route.action;
