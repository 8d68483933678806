import { unknownPath } from '#app/http/api/messages-dialect.ts';

export const loader = unknownPath;
export const action = unknownPath;
