import { messageModelCall } from '#app/features/hub-api/models/message-models-calls.server.ts';
import { modelCall } from '#app/features/hub-api/models/models-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';
import { inBothDialects, MESSAGES_DIALECT } from '#app/http/api/messages-dialect.ts';

const messages = hubRoute({ GET: messageModelCall }, MESSAGES_DIALECT);
const route = inBothDialects(hubRoute({ GET: modelCall }), messages);
export const loader = route.loader;
export const action = route.action;
