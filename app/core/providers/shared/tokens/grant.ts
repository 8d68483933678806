import { createHash } from 'node:crypto';

/**
 * The credentials that are exchanged for an access token, for providers without an API key. The token address
 * is the operator's setting or the provider's own, never one from a key file.
 */
export type Grant = ServiceAccountGrant | ClientGrant;

interface Exchangeable {
  tokenUrl: string;
  scope: string;
}

/** A Google service account: exchanges an assertion signed with its private key. */
export interface ServiceAccountGrant extends Exchangeable {
  kind: 'service-account';
  email: string;
  /** PKCS#8 as PEM. */
  privateKey: string;
  privateKeyId: string | null;
}

/** An application registered in a directory such as Microsoft Entra. */
export interface ClientGrant extends Exchangeable {
  kind: 'client';
  clientId: string;
  clientSecret: string;
}

/** Cache id of a grant's token; reveals none of its secrets. */
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
