import { inputItemsCall } from '#app/features/hub-api/responses/stored-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: inputItemsCall });
export const loader = route.loader;
export const action = route.action;
