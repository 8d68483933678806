import { reworkVideoCall } from '#app/features/hub-api/media/video-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: reworkVideoCall });
export const loader = route.loader;
export const action = route.action;
