import { redirect } from '@remix-run/node';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { ACCOUNT_PATH } from './account-page.ts';

/** What the page says was done. */
type Done =
  | 'ended'
  | 'othersEnded'
  | 'sent'
  | 'changed'
  | 'pictureSaved'
  | 'pictureRemoved'
  | 'profileSaved'
  | 'emailChanged'
  | 'emailPending'
  | 'emailCancelled';

/** Back to the page, which says what was done. */
export function backToAccount(done: Done): Response {
  const toast = flashCookie({ severity: 'success', key: `auth:account.${done}` });
  return redirect(ACCOUNT_PATH, { headers: { 'set-cookie': toast } });
}
