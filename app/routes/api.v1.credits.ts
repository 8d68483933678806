import { creditsCall } from '#app/features/hub-api/account-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: creditsCall });
export const loader = route.loader;
export const action = route.action;
