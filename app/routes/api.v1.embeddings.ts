import { embeddingsCall } from '#app/features/hub-api/embeddings.server.ts';
import { hubRoute } from '#app/http/api/hub-route.ts';

const route = hubRoute({ POST: embeddingsCall });
export const loader = route.loader;
export const action = route.action;
