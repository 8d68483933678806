import { ARCHIVE_PAGE_PATH } from '#app/contracts/exports/archive.ts';
import { formatCents, formatExactly } from '#app/contracts/money.ts';
import { TOP_UP_PATH, type TopUpFailure } from '#app/contracts/payments/top-up.ts';
import { LIMITS_PATH } from '#app/contracts/spending-limits.ts';
import { fillIn } from '#app/contracts/text/fill-in.ts';
import { findUserById, type UserRow } from '#app/core/accounts/user.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { findAccountById } from '#app/core/ledger/accounts.ts';
import { claimMail, findDueAlert, releaseMail, type DueAlert } from '#app/core/ledger/balance-alerts.ts';
import { readExpiring } from '#app/core/ledger/lots/credit-entries.ts';
import type { Lot } from '#app/core/ledger/lots/credit.ts';
import { claimNotices, endClaim, type LotNotice } from '#app/core/ledger/lots/notices.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { claimFailureMail, findTopUp, releaseFailureMail } from '#app/core/payments/top-ups/top-up.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { canSendMail, sendMail, wasRefused, type Mail } from '#app/core/platform/mail.ts';
import { claimOffMail, findUnnotifiedOff, releaseOffMail } from '#app/core/webhooks/endpoint-changes.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { noticeMail, noticeTexts, utcDates, utcTimes, type Reader, type Site } from './notice-mail.ts';

/** The content of a mail about a failed top-up. */
interface FailedTopUp {
  amountMicro: bigint;
  problem: Exclude<TopUpFailure, 'stopped'>;
  /** True if it is retried automatically. */
  isPaused: boolean;
}

/** Seconds until the check whether the process that claimed a mail has sent it. */
const AGAIN_S = 30;

/** The content of a mail about a webhook that was switched off. */
interface OffEndpoint {
  id: string;
  name: string;
  url: string;
}

/** A mail that is sent at most once. */
interface Notice {
  mail(site: Site): Omit<Mail, 'to'>;
  /** Stores that the mail is being sent. @returns false if another process has claimed it */
  claim(): Promise<boolean>;
  /** Takes the claim back. */
  release(): Promise<void>;
  /** For the log. */
  facts: Record<string, string>;
}

const siteNow = (): Site => ({ appTitle: config().APP_TITLE, url: appUrl() });

/** The user, if mail can be sent and their address is verified. */
async function findReachable(userId: string): Promise<UserRow | null> {
  if (!canSendMail()) return null;
  const user = await findUserById(AUTOCOMMIT, userId);
  return user?.emailVerifiedAt && !user.deletedAt ? user : null;
}

async function findReachableOwner(accountId: string): Promise<UserRow | null> {
  const account = await findAccountById(AUTOCOMMIT, accountId);
  return account ? findReachable(account.userId) : null;
}

/**
 * Sends a mail at most once. The claim is stored before sending, so that neither a crashed worker nor a repeat
 * sends it twice; it is released if the mail was certainly not accepted.
 * @throws the error of the mail server, for a retry
 */
async function sendOnce(user: UserRow, { mail, claim, release, facts }: Notice): Promise<void> {
  if (!(await claim())) return;
  try {
    await sendMail({ to: user.email, ...mail(siteNow()) });
  } catch (error) {
    if (wasRefused(error)) {
      await release();
      throw error;
    }
    const reason = error instanceof Error ? error.message : 'unknown';
    logger().error({ ...facts, error: reason }, 'a mail may not have been sent');
  }
}

/**
 * Sends a mail to the owner of an account when its balance has fallen below their limit: at most once for
 * each fall. No mail is sent to an unverified address.
 * @throws the error of the mail server, for a retry
 */
export async function mailLowBalance({ accountId }: { accountId: string }): Promise<void> {
  const due = await findDueAlert(AUTOCOMMIT, accountId);
  const user = due && (await findReachable(due.userId));
  if (!user) return;
  await sendOnce(user, {
    mail: (site) => lowBalanceText(user, due, site),
    claim: () => claimMail(AUTOCOMMIT, accountId),
    release: () => releaseMail(AUTOCOMMIT, accountId),
    facts: { accountId },
  });
}

/** A mail about a low balance, in plain text. */
function lowBalanceText(
  { name, locale }: Reader,
  { balanceMicro, belowMicro }: Omit<DueAlert, 'userId'>,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, add, end } = noticeTexts(locale).lowBalance;
  const values = { name, balance: formatCents(balanceMicro), below: formatCents(belowMicro) };
  const lines = [greeting, '', lead, '', add, `${site.url}/balance`, '', end, `${site.url}${LIMITS_PATH}`];
  return noticeMail({ subject, lines, values }, site);
}

/**
 * Sends a mail to a user when their top-up failed, at most once. No mail is sent to an unverified address.
 * @throws the error of the mail server, for a retry
 */
export async function mailTopUpFailure({ topUpId }: { topUpId: string }): Promise<void> {
  const topUp = await findTopUp(AUTOCOMMIT, topUpId);
  if (topUp?.state !== 'failed') return;
  const { accountId, amountMicro, problem } = topUp;
  if (problem === null || problem === 'stopped') return;
  const user = await findReachableOwner(accountId);
  if (!user) return;
  const isPaused = (await readSettings(AUTOCOMMIT, accountId))?.isOn === true;
  await sendOnce(user, {
    mail: (site) => topUpText(user, { amountMicro, problem, isPaused }, site),
    claim: () => claimFailureMail(AUTOCOMMIT, topUpId),
    release: () => releaseFailureMail(AUTOCOMMIT, topUpId),
    facts: { topUp: topUpId },
  });
}

/** A mail about a failed top-up, in plain text. */
function topUpText(
  { name, locale }: Reader,
  { amountMicro, problem, isPaused }: FailedTopUp,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, paused, off, add } = noticeTexts(locale).topUp;
  const values = { name, amount: formatCents(amountMicro) };
  const lines = [greeting, '', lead[problem], '', isPaused ? paused : off, `${site.url}${TOP_UP_PATH}`];
  return noticeMail({ subject, lines: [...lines, '', add, `${site.url}/balance`], values }, site);
}

/**
 * Sends a user one mail about the lots of credit that are about to expire, each with its current remainder;
 * used-up lots are skipped. No mail is sent to an unverified address. It is sent twice only if a worker dies
 * between sending and recording it.
 * @throws the error of the mail server, for a retry
 */
export async function sendExpiryNotice(
  { accountId, notices }: { accountId: string; notices: LotNotice[] },
  now = new Date(),
): Promise<Again | undefined> {
  const user = await findReachableOwner(accountId);
  if (!user) return undefined;
  const { lots } = await readExpiring(AUTOCOMMIT, user.id, now);
  const named = new Set(notices.map(({ entryId }) => entryId));
  const expiring = lots.filter(({ entryId }) => named.has(entryId.toString()));
  if (expiring.length === 0) return undefined;
  const claim = await claimNotices(AUTOCOMMIT, accountId, notices);
  if (claim !== 'claimed') return claim === 'taken' ? { againInSeconds: AGAIN_S } : undefined;
  let isSent = false;
  try {
    await sendMail({ to: user.email, ...expiryText(user, expiring, siteNow()) });
    isSent = true;
  } finally {
    await endClaim(AUTOCOMMIT, accountId, { notices, isSent });
  }
  return undefined;
}

/**
 * A mail about credit that is about to expire, in plain text. @param lots at least one; the first expires
 * first
 */
function expiryText(
  { name, locale }: Reader,
  lots: readonly Pick<Lot, 'remainingMicro' | 'expiresAt'>[],
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, line, end, see } = noticeTexts(locale).expiry;
  const dates = utcDates(locale);
  const values = { name, date: dates.format(lots[0]!.expiresAt) };
  const amounts = lots.map(({ remainingMicro, expiresAt }) =>
    fillIn(line, { amount: formatExactly(remainingMicro), date: dates.format(expiresAt) }),
  );
  const lines = [greeting, '', lead, '', ...amounts, '', end, '', see, `${site.url}/balance`];
  return noticeMail({ subject, lines, values }, site);
}

/**
 * Sends the owner of a webhook a mail when it was switched off, at most once. No mail is sent to an unverified
 * address.
 * @throws the error of the mail server, for a retry
 */
export async function mailEndpointOff({ endpointId }: { endpointId: string }): Promise<void> {
  const endpoint = await findUnnotifiedOff(endpointId);
  const user = endpoint && (await findReachable(endpoint.userId));
  if (!user) return;
  await sendOnce(user, {
    mail: (site) => endpointOffText(user, { id: endpointId, ...endpoint }, site),
    claim: () => claimOffMail(endpointId),
    release: () => releaseOffMail(endpointId),
    facts: { endpointId },
  });
}

/** A mail about a webhook that was switched off, in plain text. */
function endpointOffText(
  { name: person, locale }: Reader,
  { id, name, url }: OffEndpoint,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, off } = noticeTexts(locale).endpointOff;
  const lines = [greeting, '', lead, '{{url}}', '', off, '{{page}}'];
  const values = { person, name, url, page: `${site.url}/keys/webhooks/${id}` };
  return noticeMail({ subject, lines, values }, site);
}

/** An archive that is ready. */
interface ReadyArchive {
  archiveId: string;
  userId: string;
  expiresAt: Date;
}

/**
 * Sends the owner of an archive a mail when it is ready. No mail is sent to an unverified address.
 * @throws the error of the mail server, for a retry
 */
export async function mailArchive(
  { archiveId, userId, expiresAt }: ReadyArchive,
  steps: Pick<Notice, 'claim' | 'release'>,
): Promise<void> {
  const user = await findReachable(userId);
  if (!user) return;
  await sendOnce(user, {
    ...steps,
    mail: (site) => archiveText(user, expiresAt, site),
    facts: { archive: archiveId },
  });
}

/** A mail about an archive that is ready, in plain text. */
function archiveText({ name, locale }: Reader, expiresAt: Date, site: Site): Omit<Mail, 'to'> {
  const { subject, greeting, lead, until } = noticeTexts(locale).archive;
  const values = { name, date: utcTimes(locale).format(expiresAt) };
  const lines = [greeting, '', lead, `${site.url}${ARCHIVE_PAGE_PATH}`, '', until];
  return noticeMail({ subject, lines, values }, site);
}
