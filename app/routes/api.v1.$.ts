import { unknownHubPath } from '#app/http/hub-route.ts';

export const loader = unknownHubPath;
export const action = unknownHubPath;
