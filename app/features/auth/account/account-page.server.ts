import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { findPendingEmail } from '#app/core/accounts/credentials/email-tokens.ts';
import type { Caller } from '#app/core/accounts/sessions/session-user.ts';
import {
  endAllSessions,
  endOwnSession,
  listSessions,
  type ListedSession,
} from '#app/core/accounts/sessions/sessions.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { takeMailRequest } from '#app/features/auth/limits.server.ts';
import { requireCaller } from '#app/features/auth/require-user.server.ts';
import { sendVerification } from '#app/features/auth/verification/verify-page.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { readForm } from '#app/http/body/read-body.ts';
import { errorResponse, toAppError } from '#app/http/error-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { answerAccountForm, backToAccount } from './account-forms.server.ts';
import { ACCOUNT_PATH, type AccountProfile, type AccountSession, type TypedForm } from './account-page.ts';
import { handleAvatarForm, isAvatarForm, removeAvatar } from './avatar.server.ts';
import { cancelEmailChange, mailChangeAgain } from './credentials.server.ts';
import { describeAgent } from './describe-agent.ts';

/** Loads the profile, e-mail address and sessions of the caller. */
export async function loadAccount({ request, context }: LoaderFunctionArgs) {
  const { user, session } = await requireCaller(request, context);
  const [sessions, pendingEmail] = await Promise.all([
    listSessions(AUTOCOMMIT, user.id),
    findPendingEmail(AUTOCOMMIT, user.id),
  ]);
  const { name, avatar, username, email, emailVerified } = user;
  const canVerify = canSendMail() && !emailVerified;
  const profile: AccountProfile = { name, avatar, username, email, emailVerified, canVerify, pendingEmail };
  return { profile, sessions: sessions.map((row) => viewSession(row, session.id)) };
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

const FORMS = ['profile', 'email', 'password', 'download', 'delete'] as const;
const BUTTONS = ['end', 'endOthers', 'verify', 'resendEmail', 'cancelEmail', 'removePicture'] as const;

type Button = (typeof BUTTONS)[number];

/** The pressed button; each form has rules for its own fields. */
const PRESSED = z.object({
  act: z.union([z.enum(FORMS), z.enum(BUTTONS)]),
  sessionId: z.string().default(''),
});

/** Runs the form whose button was pressed, named by `act`. */
export async function actOnAccount({ request, context }: ActionFunctionArgs) {
  const caller = await requireCaller(request, context);
  if (isAvatarForm(request)) return handleAvatarForm(request, caller.user, context.requestId);
  const form = await readForm(request);
  try {
    const { act, sessionId } = readFields(form, PRESSED);
    if (isForm(act)) return await answerAccountForm({ act, form, request, caller, context });
    return await press({ button: act, sessionId }, caller, context.clientAddress);
  } catch (error) {
    throw errorResponse(toAppError(error, context.requestId));
  }
}

function isForm(act: string): act is TypedForm {
  return (FORMS as readonly string[]).includes(act);
}

async function press(
  { button, sessionId }: { button: Button; sessionId: string },
  { user, session }: Caller,
  address: string,
): Promise<Response> {
  switch (button) {
    case 'end': {
      const ended = await endOwnSession(AUTOCOMMIT, { userId: user.id, sessionId });
      if (!ended) throw new AppError('not_found', { param: 'sessionId' });
      return backToAccount('ended');
    }
    case 'endOthers':
      await endAllSessions(AUTOCOMMIT, { userId: user.id, keep: session.id });
      return backToAccount('othersEnded');
    case 'verify':
      if (!canSendMail() || user.emailVerified) return redirect(ACCOUNT_PATH);
      await takeMailRequest({ email: user.email, address });
      await sendVerification(user);
      return backToAccount('sent');
    case 'resendEmail':
      return (await mailChangeAgain(user, address)) ? backToAccount('sent') : redirect(ACCOUNT_PATH);
    case 'removePicture':
      await removeAvatar(user);
      return backToAccount('pictureRemoved');
    case 'cancelEmail':
      await cancelEmailChange(user.id);
      return backToAccount('emailCancelled');
  }
}
