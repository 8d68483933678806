import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { config } from '#app/core/platform/config.ts';
import { isId } from '#app/core/platform/ids.ts';

/** What a payment page takes along: letters, digits, hyphens and underscores, at most 200. */
const REFERENCE = /^acct_([0-9a-f-]{36})_([\w-]{22})$/;
const MAC_LENGTH = 22;

/**
 * What a payment page is told of the payer, and tells us again once it was paid: the account, signed, so that nobody can
 * have a payment credited to an account of their choice by an address of their own making.
 */
export function paymentReference(accountId: string): string {
  const [newest = ''] = secrets();
  return `acct_${accountId}_${macOf(accountId, newest)}`;
}

/** The account that a reference names; null for what we have not signed. Every secret of the list is accepted. */
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
