import { imageGenerationsCall } from '#app/features/hub-api/media/image-calls.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: imageGenerationsCall });
export const loader = route.loader;
export const action = route.action;
