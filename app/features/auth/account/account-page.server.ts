import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { endAllSessions, endOwnSession } from '#app/core/accounts/sessions/end-sessions.ts';
import { listSessions, type ListedSession } from '#app/core/accounts/sessions/list-sessions.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { errorResponse, toAppError } from '#app/http/errors/error-response.ts';
import { parseForm, readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { ACCOUNT_PATH, type AccountSession } from './account-page.ts';
import { changePassword } from './change-password.server.ts';
import { describeAgent } from './describe-agent.ts';
import { loginErrorText } from '#app/features/auth/form/error-texts.server.ts';
import { answerForm } from '#app/features/auth/form/form-answer.server.ts';
import { takeMailRequest } from '#app/features/auth/limits.server.ts';
import { requireCaller } from '#app/features/auth/require-user.server.ts';
import { changePasswordRules } from '#app/features/auth/form/rules.server.ts';
import { authTexts } from '#app/features/auth/texts.server.ts';
import { sendVerification } from '#app/features/auth/verification/verification.server.ts';

/** E-mail address, password and sessions of the caller. */
export async function loadAccount({ request, context }: LoaderFunctionArgs) {
  const { user, session } = await requireCaller(request, context);
  const sessions = await listSessions(AUTOCOMMIT, user.id);
  return {
    email: user.email,
    emailVerified: user.emailVerified,
    canVerify: canSendMail() && !user.emailVerified,
    sessions: sessions.map((row) => viewSession(row, session.id)),
  };
}

function viewSession(row: ListedSession, currentId: string): AccountSession {
  return {
    id: row.id,
    current: row.id === currentId,
    api: row.kind === 'api',
    agent: describeAgent(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  };
}

/** The buttons of the page; the form of a new password has rules of its own. */
const BUTTONS = z.object({
  act: z.enum(['password', 'end', 'endOthers', 'verify']),
  sessionId: z.string().default(''),
});

/** Carries out the form whose button was pressed: `act` tells which. */
export async function actOnAccount({ request, context }: ActionFunctionArgs) {
  const caller = await requireCaller(request, context);
  const form = await readForm(request);
  try {
    const pressed = readFields(form, BUTTONS);
    if (pressed.act === 'password') return await answerPassword(request, form, caller, context);
    return await act({ ...pressed, act: pressed.act }, caller, context.clientAddress);
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

async function act(
  { act: button, sessionId }: { act: 'end' | 'endOthers' | 'verify'; sessionId: string },
  { user, session }: Caller,
  address: string,
): Promise<Response> {
  switch (button) {
    case 'end': {
      const ended = await endOwnSession(AUTOCOMMIT, { userId: user.id, sessionId });
      if (!ended) throw new AppError('not_found', { param: 'sessionId' });
      return back('ended');
    }
    case 'endOthers':
      await endAllSessions(AUTOCOMMIT, { userId: user.id, keep: session.id });
      return back('othersEnded');
    case 'verify':
      if (!canSendMail() || user.emailVerified) return redirect(ACCOUNT_PATH);
      await takeMailRequest({ email: user.email, address });
      await sendVerification(user);
      return back('sent');
  }
}

async function answerPassword(
  request: Request,
  form: FormData,
  caller: Caller,
  { clientAddress, requestId }: ActionFunctionArgs['context'],
) {
  const t = await authTexts(request);
  const submission = parseForm(form, changePasswordRules(t));
  if (submission.status !== 'success') return answerForm(submission);
  const { current_password: currentPassword, password } = submission.value;
  try {
    await changePassword({ caller, currentPassword, password, address: clientAddress });
    return back('changed');
  } catch (thrown) {
    const error = toAppError(thrown, requestId);
    if (error.code === 'invalid_credentials')
      return answerForm(submission, { fields: { current_password: t('account.wrongPassword') } }, error);
    return answerForm(submission, { form: loginErrorText(t)(error) }, error);
  }
}

/** Back to the page, which says what was done. */
function back(done: 'ended' | 'othersEnded' | 'sent' | 'changed'): Response {
  const toast = flashCookie({ severity: 'success', key: `auth:account.${done}` });
  return redirect(ACCOUNT_PATH, { headers: { 'set-cookie': toast } });
}
