import { unknownPath } from '#app/http/api/api-route.ts';

export const loader = unknownPath;
export const action = unknownPath;
