import { TEXT_MAX } from '#app/contracts/chat.ts';
import { AppError } from '#app/contracts/errors.ts';

/** @throws AppError invalid_request that names the field, for a text over TEXT_MAX */
export function assertTextLength(text: string): void {
  if (text.length <= TEXT_MAX) return;
  throw new AppError('invalid_request', {
    param: 'text',
    message: `text: at most ${TEXT_MAX} characters are expected; these are ${text.length}.`,
    params: { max: TEXT_MAX },
  });
}
