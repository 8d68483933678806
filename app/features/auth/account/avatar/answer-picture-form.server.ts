import { data } from '@remix-run/node';
import type { SessionUser } from '#app/core/accounts/sessions/session-user.ts';
import { toAppError } from '#app/http/error-response.ts';
import { translateFor } from '#app/ui/i18n/translate.server.ts';
import type { AccountAnswer } from '../account-page.ts';
import { backToAccount } from '../back-to-account.server.ts';
import { changeAvatar } from './change-avatar.server.ts';

/** Carries out the form that brings a picture, or answers it with what is wrong with that. */
export async function answerPictureForm(request: Request, user: SessionUser, requestId: string) {
  try {
    await changeAvatar(request, user);
    return backToAccount('pictureSaved');
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    const error = toAppError(thrown, requestId);
    const t = await translateFor(request, 'errors');
    const words = t(error.code, { ...error.params });
    return data<AccountAnswer>(
      { form: 'picture', result: { status: 'error', error: { '': [words] } } },
      { status: error.status },
    );
  }
}
