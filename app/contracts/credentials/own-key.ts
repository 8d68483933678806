import { z } from 'zod';
import type { OwnKeyKind } from '#app/contracts/endpoints/facts.ts';
import { readServiceAccount } from './service-account.ts';

/** A key that is one text: characters that a header can hold. */
const TEXT_KEY = /^[\x21-\x7e]{1,500}$/;

/** A whole cookie or a token of a website. */
const SESSION_KEY = /^[\x20-\x7e]{1,4096}$/;

/** The wording of the specification. */
export const BAD_SERVICE_ACCOUNT = 'Invalid Service Account JSON Key, Did you import the correct file?';

export const VALUE_REQUIRED = 'value is required.';

/** Maximum length of a value that is read: a key file, with room for its formatting. */
export const OWN_KEY_MAX = 64 * 1024;

/**
 * A key in its stored form, or the problem with it. `field` names the wrong one, for keys of several fields.
 */
export type ReadKey = { ok: true; value: string } | { ok: false; field?: string; message: string };

/**
 * The name of an Azure resource, which becomes the first label of a host name: letters, digits and dashes.
 */
export const azureInstance = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/, 'must be a name of letters, digits and dashes');

/** For example 2024-10-21 or 2025-04-01-preview. */
export const azureVersion = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,31}$/, 'must be a version such as 2024-10-21');

/** The name of a deployment, which is part of a URL path. */
export const azureDeployment = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be a name of letters, digits, dashes, dots and underscores');

/** The credentials of one deployment of an Azure resource, under the names that stored keys use. */
export const azureKey = z.object({
  azureOpenAIApiInstanceName: azureInstance,
  azureOpenAIApiDeploymentName: azureDeployment,
  azureOpenAIApiVersion: azureVersion,
  /** Sent in a header. */
  azureOpenAIApiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,500}$/, 'must be one line of letters and signs'),
});

/**
 * Reads the text that a user enters as the key of an endpoint. From JSON only the required fields are stored,
 * and no address. No message repeats any part of the key.
 */
export function readOwnKey(kind: OwnKeyKind, given: string): ReadKey {
  const text = given.slice(0, OWN_KEY_MAX + 1).trim();
  if (text === '') return refuse(VALUE_REQUIRED);
  if (kind === 'text')
    return TEXT_KEY.test(text) ? keep(text) : refuse('must be one line of at most 500 letters and signs');
  if (kind === 'session')
    return SESSION_KEY.test(text)
      ? keep(text)
      : refuse('must be one line of at most 4,096 letters and signs');
  if (kind === 'azure') return readAzureKey(text);
  const account = readServiceAccount(text);
  return account ? keep(JSON.stringify(account)) : refuse(BAD_SERVICE_ACCOUNT);
}

function readAzureKey(text: string): ReadKey {
  const { data, error } = azureKey.safeParse(parsed(text));
  if (data) return keep(JSON.stringify(data));
  const [issue] = error.issues;
  const field = issue?.path[0];
  if (typeof field !== 'string') return refuse('must be JSON with the four fields of a key for Azure');
  return { ok: false, field, message: issue!.message };
}

function parsed(text: string): unknown {
  if (text.length > OWN_KEY_MAX) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const keep = (value: string): ReadKey => ({ ok: true, value });

const refuse = (message: string): ReadKey => ({ ok: false, message });
