import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';

/** Characters that a payment page accepts: letters, digits, hyphens and underscores, at most 200. */
const REFERENCE = /^acct_([0-9a-f-]{36})_([\w-]{22})$/;
const MAC_LENGTH = 22;

/**
 * The reference that a payment page gets and returns after the payment: the account, signed, so that no user
 * can build a page address that credits a payment to another account.
 */
export function paymentReference(accountId: string): string {
  const [newest = ''] = secrets();
  return `acct_${accountId}_${macOf(accountId, newest)}`;
}

/** The account of a reference; null for one that we have not signed. Every secret of the list is accepted. */
export function readReference(reference: string | null): string | null {
  const [, accountId, mac = ''] = REFERENCE.exec(reference ?? '') ?? [];
  if (!isId(accountId)) return null;
  const given = Buffer.from(mac);
  const isOurs = secrets().some((secret) => timingSafeEqual(given, Buffer.from(macOf(accountId, secret))));
  return isOurs ? accountId : null;
}

function secrets(): string[] {
  return config()
    .SESSION_SECRET.split(',')
    .map((secret) => secret.trim());
}

function macOf(accountId: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'payment reference', 32));
  return createHmac('sha256', key).update(accountId).digest('base64url').slice(0, MAC_LENGTH);
}
