import { TEXT_MAX } from '#app/contracts/chat.ts';

/** Of a body with a text of TEXT_MAX, in any script: what is longer is named by its field and not by the body. */
export const TEXT_BYTES = 8 * TEXT_MAX;
