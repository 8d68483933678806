import { createHash } from 'node:crypto';

/**
 * What is exchanged for an access token where a provider is not opened by a key. Its address is the operator's setting or
 * the provider's own: one that stands in a key file is never asked.
 */
export type Grant = ServiceAccountGrant | ClientGrant;

interface Exchangeable {
  tokenUrl: string;
  scope: string;
}

/** A service account of Google's: a statement that its private key signs. */
export interface ServiceAccountGrant extends Exchangeable {
  kind: 'service-account';
  email: string;
  /** PKCS#8 as PEM. */
  privateKey: string;
  privateKeyId: string | null;
}

/** An application that is registered in a directory, such as Microsoft Entra. */
export interface ClientGrant extends Exchangeable {
  kind: 'client';
  clientId: string;
  clientSecret: string;
}

/** By which its token is found again; says nothing of its secrets. */
export function idOfGrant(grant: Grant): string {
  const { kind, tokenUrl, scope } = grant;
  const own =
    grant.kind === 'client'
      ? [grant.clientId, grant.clientSecret]
      : [grant.email, grant.privateKey, grant.privateKeyId];
  return createHash('sha256')
    .update(JSON.stringify([kind, tokenUrl, scope, ...own]))
    .digest('base64url');
}
