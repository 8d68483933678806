import { unknownPath } from '#app/http/unknown-path.ts';

export const loader = unknownPath;
export const action = unknownPath;
