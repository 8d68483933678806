import { listVideosCall, orderVideoCall } from '#app/features/hub-api/media/video-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: listVideosCall, POST: orderVideoCall });
export const loader = route.loader;
export const action = route.action;
