import { videoContentCall } from '#app/features/hub-api/media/video-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ GET: videoContentCall });
export const loader = route.loader;
export const action = route.action;
