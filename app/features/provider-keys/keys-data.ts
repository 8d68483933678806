import type { KeyLifetime } from '#app/contracts/credentials/key-expiry.ts';
import type { OwnKeyKind } from '#app/contracts/endpoints/own-keys.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { PROVIDER_KEYS_PATH } from '#app/ui/errors/error-pages.ts';

/** An endpoint that takes a key of one's own, and the key that is there; never its value. */
export interface KeyLine {
  name: Endpoint;
  label: string;
  kind: OwnKeyKind;
  /** Nobody else has a key for it. */
  isNeeded: boolean;
  /** ISO 8601; null where there is none. */
  expiresAt: string | null;
}

/** The form of one endpoint. */
export interface KeyFormData extends Pick<KeyLine, 'name' | 'label' | 'kind'> {
  /** Where to go afterwards, where that is not the list. */
  returnTo: string | null;
  /** ISO 8601: what the choices of the expiry are counted from. */
  now: string;
}

/** What of a form was wrong, and what was typed; nothing of a key. */
export interface RefusedKey {
  field: string;
  message: string;
  lifetime: KeyLifetime;
  typed: Readonly<Record<string, string>>;
}

/** The fields of a key for Azure, by the names that it is stored under; the last is the secret. */
export const AZURE_FIELDS = [
  'azureOpenAIApiInstanceName',
  'azureOpenAIApiDeploymentName',
  'azureOpenAIApiVersion',
  'azureOpenAIApiKey',
] as const;

/** Where the form of an endpoint is. */
export function keyPath(name: Endpoint, returnTo?: string): string {
  const path = `${PROVIDER_KEYS_PATH}/${name}`;
  return returnTo === undefined ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}
