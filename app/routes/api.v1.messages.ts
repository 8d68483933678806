import { messagesCall } from '#app/features/hub-api/messages/messages-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';
import { MESSAGES_DIALECT } from '#app/http/api/messages-dialect.ts';

const route = hubRoute({ POST: messagesCall }, MESSAGES_DIALECT);
export const loader = route.loader;
export const action = route.action;
