import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { findPendingEmail } from '#app/core/accounts/credentials/email-tokens.ts';
import {
  endAllSessions,
  endOwnSession,
  listSessions,
  type ListedSession,
} from '#app/core/accounts/sessions/sessions.ts';
import { canSendMail } from '#app/core/platform/mail.ts';
import { takeMailRequest } from '#app/features/auth/limits.server.ts';
import { sendVerification } from '#app/features/auth/verification/verify-page.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { backToAccount, FORM_ACTS } from './account-forms.server.ts';
import { SIGN_IN_PATH, type AccountProfile, type AccountSession } from './account-page.ts';
import { actOnAvatar, isAvatarForm, removeAvatar } from './avatar.server.ts';
import { cancelEmailChange, mailChangeAgain } from './credentials.server.ts';
import { describeAgent } from './describe-agent.ts';

/** Loads the profile, e-mail address and sessions of the caller. */
export const loadAccount = pageLoader({ auth: 'user' }, async ({ user, session }) => {
  const [sessions, pendingEmail] = await Promise.all([
    listSessions(AUTOCOMMIT, user.id),
    findPendingEmail(AUTOCOMMIT, user.id),
  ]);
  const { name, avatar, username, email, emailVerified } = user;
  const canVerify = canSendMail() && !emailVerified;
  const profile: AccountProfile = { name, avatar, username, email, emailVerified, canVerify, pendingEmail };
  return { profile, sessions: sessions.map((row) => viewSession(row, session.id)) };
});

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

/** The button that removes the profile image. */
const REMOVE_IMAGE = 'removePicture';

const SESSION = z.object({ sessionId: z.string().default('') });

type Sent = SentForm<'auth'>;

/** Runs the form whose button was pressed, named by `act`; each has limits of its own. */
const actOnForms = pageAction({
  auth: 'user',
  texts: 'auth',
  counts: false,
  acts: {
    ...FORM_ACTS,
    end: endSession,
    endOthers: endOtherSessions,
    verify,
    resendEmail,
    [REMOVE_IMAGE]: async ({ user }) => {
      await removeAvatar(user);
      return backToAccount('pictureRemoved');
    },
    cancelEmail: async ({ user }) => {
      await cancelEmailChange(user.id);
      return backToAccount('emailCancelled');
    },
  },
});

/** Runs a form of the pages of the account. */
export const actOnAccount = (args: ActionFunctionArgs) =>
  isAvatarForm(args.request) ? actOnAvatar(args) : actOnForms(args);

async function endSession({ form, user }: Sent) {
  const { sessionId } = readFields(form, SESSION);
  const ended = await endOwnSession(AUTOCOMMIT, { userId: user.id, sessionId });
  if (!ended) throw new AppError('not_found', { param: 'sessionId' });
  return backToAccount('ended');
}

async function endOtherSessions({ user, session }: Sent) {
  await endAllSessions(AUTOCOMMIT, { userId: user.id, keep: session.id });
  return backToAccount('othersEnded');
}

async function verify({ user, context }: Sent) {
  if (!canSendMail() || user.emailVerified) return redirect(SIGN_IN_PATH);
  await takeMailRequest({ email: user.email, address: context.clientAddress });
  await sendVerification(user);
  return backToAccount('sent');
}

async function resendEmail({ user, context }: Sent) {
  const isSent = await mailChangeAgain(user, context.clientAddress);
  return isSent ? backToAccount('sent') : redirect(SIGN_IN_PATH);
}
