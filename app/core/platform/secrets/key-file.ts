import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  readServiceAccount,
  SERVICE_ACCOUNT_LIMIT,
  type ServiceAccount,
} from '#app/contracts/credentials/service-account.ts';

/**
 * GOOGLE_SERVICE_ACCOUNT: the JSON of a key file, or where the file is. Nothing of it is repeated in what is said of a
 * mistake.
 */
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

/** The text of a file, or nothing of one that cannot be read or is far too long. */
function fileText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return bytes.length > 4 * SERVICE_ACCOUNT_LIMIT ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}
