import { unknownPath } from '#app/http/api/unknown-path.ts';

export const loader = unknownPath;
export const action = unknownPath;
