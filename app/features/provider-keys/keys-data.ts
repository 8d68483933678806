import type { KeyLifetime } from '#app/contracts/credentials/key-expiry.ts';
import type { OwnKeyKind } from '#app/contracts/endpoints/facts.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';

/** An endpoint that accepts users' own keys, and the stored key; never its value. */
export interface KeyLine {
  name: Endpoint;
  label: string;
  kind: OwnKeyKind;
  /** The operator has no key for it. */
  isNeeded: boolean;
  /** ISO 8601; null without a key. */
  expiresAt: string | null;
}

/** Data of the form for one endpoint. */
export interface KeyFormData extends Pick<KeyLine, 'name' | 'label' | 'kind'> {
  /** Path to return to, if not the list. */
  returnTo: string | null;
  /** ISO 8601 time that the expiry choices are counted from. */
  now: string;
}

/** Error of a form, with the typed values; contains no part of a key. */
export interface RefusedKey {
  field: string;
  message: string;
  lifetime: KeyLifetime;
  typed: Readonly<Record<string, string>>;
}

/** Fields of an Azure key, by the names that they are stored under; the last one is the secret. */
export const AZURE_FIELDS = [
  'azureOpenAIApiInstanceName',
  'azureOpenAIApiDeploymentName',
  'azureOpenAIApiVersion',
  'azureOpenAIApiKey',
] as const;

/** Returns the path of an endpoint's form. */
export function keyPath(name: Endpoint, returnTo?: string): string {
  const path = `${PROVIDER_KEYS_PATH}/${name}`;
  return returnTo === undefined ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}
