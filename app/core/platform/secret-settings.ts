import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { azureDeployment, azureInstance, azureVersion } from '#app/contracts/credentials/own-key.ts';
import {
  readServiceAccount,
  SERVICE_ACCOUNT_LIMIT,
  type ServiceAccount,
} from '#app/contracts/credentials/service-account.ts';

/** One key of the vault. Its id is stored with every value that it sealed. */
export interface EncryptionKey {
  id: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** The keys of the vault: the first seals, all open. */
export type KeyRing = readonly [EncryptionKey, ...EncryptionKey[]];

const ENTRY = /^([\w-]{1,16}):([\w-]{43})=?$/;

/**
 * ENCRYPTION_KEYS: `id:key` separated by commas, each key 32 bytes as base64url. Messages name a wrong entry
 * by its position and never repeat it.
 */
export const encryptionKeys = z.string().transform((list, context): KeyRing => {
  const keys = list.split(',').map((entry, index) => {
    const [, id, secret] = ENTRY.exec(entry.trim()) ?? [];
    if (id !== undefined && secret !== undefined) return { id, secret: Buffer.from(secret, 'base64url') };
    context.addIssue({
      code: 'custom',
      message: `entry ${index + 1} is not id:key with 32 bytes as base64url`,
    });
    return { id: '', secret: Buffer.alloc(0) };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    context.addIssue({ code: 'custom', message: 'two entries have the same id' });
  return keys as [EncryptionKey, ...EncryptionKey[]];
});

/**
 * REDIS_CLUSTER: addresses of Redis separated by commas. Messages name a wrong entry by its position, because
 * an address may contain a password.
 */
export const redisNodes = z
  .string()
  .default('')
  .transform((list, context): readonly string[] => {
    const urls = list
      .split(',')
      .map((url) => url.trim())
      .filter((url) => url !== '');
    for (const [index, text] of urls.entries()) {
      const url = parseUrl(text);
      const isNode =
        url !== null &&
        /^rediss?:$/.test(url.protocol) &&
        url.hostname !== '' &&
        /^(\/0?)?$/.test(url.pathname);
      if (!isNode)
        context.addIssue({
          code: 'custom',
          message: `entry ${index + 1} is not redis://host:port or rediss://host:port, without a database number`,
        });
    }
    return urls;
  });

/** GOOGLE_SERVICE_ACCOUNT: the JSON of a key file, or its path. Error messages repeat nothing of it. */
export const keyFile = z
  .string()
  .trim()
  .min(1)
  .transform((value, context): ServiceAccount => {
    const account = readServiceAccount(value.startsWith('{') ? value : fileText(value));
    if (account) return account;
    context.addIssue({
      code: 'custom',
      message:
        'is neither the JSON of a service account (client_email, project_id, private_key) nor the path of a file with it',
    });
    return z.NEVER;
  });

/** Model -> deployment. */
const deployments = z
  .string()
  .default('')
  .transform((list, context): Readonly<Record<string, string>> => {
    const pairs = list.split(',').filter((pair) => pair.trim() !== '');
    return Object.fromEntries(
      pairs.map((pair): [string, string] => {
        const at = pair.indexOf('=');
        const model = pair.slice(0, Math.max(0, at)).trim();
        const { data } = azureDeployment.safeParse(pair.slice(at + 1));
        if (model !== '' && data !== undefined) return [model, data];
        context.addIssue({ code: 'custom', message: `${pair.trim()}: is not model=deployment` });
        return ['', ''];
      }),
    );
  });

/** How to call a resource at Azure, and the credentials to get a token for if it has no key. */
export const azureSettings = {
  /** The name of the resource, instead of AZURE_OPENAI_BASE_URL. */
  AZURE_OPENAI_API_INSTANCE_NAME: azureInstance.optional(),
  /** If set, calls go to the addresses of deployments. */
  AZURE_OPENAI_API_VERSION: azureVersion.optional(),
  AZURE_OPENAI_DEPLOYMENTS: deployments,
  AZURE_OPENAI_TENANT_ID: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must be the id or the domain of a directory')
    .optional(),
  AZURE_OPENAI_CLIENT_ID: z.string().trim().min(1).optional(),
  AZURE_OPENAI_CLIENT_SECRET: z.string().trim().min(1).optional(),
  AZURE_OPENAI_TOKEN_URL: z.url().optional(),
  AZURE_OPENAI_TOKEN_SCOPE: z.string().trim().min(1).default('https://cognitiveservices.azure.com/.default'),
};

/** The text of a file; empty if it cannot be read or is far too long. */
function fileText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return bytes.length > 4 * SERVICE_ACCOUNT_LIMIT ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}

/** True if the credentials of an Azure application are complete (id, secret and directory) or absent. */
export function hasWholeGrant({
  AZURE_OPENAI_CLIENT_ID: id,
  AZURE_OPENAI_CLIENT_SECRET: secret,
  AZURE_OPENAI_TENANT_ID: tenant,
  AZURE_OPENAI_TOKEN_URL: url,
}: Partial<Record<keyof typeof azureSettings, unknown>>): boolean {
  return (!id && !secret) || Boolean(id && secret && (tenant ?? url));
}
