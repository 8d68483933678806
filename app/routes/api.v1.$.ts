import { unknownHubPath } from '#app/http/api/hub-route.ts';

export const loader = unknownHubPath;
export const action = unknownHubPath;
