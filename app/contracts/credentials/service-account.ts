import { z } from 'zod';

/** Maximum size of a key file in bytes; a real one has two or three thousand. */
export const SERVICE_ACCOUNT_LIMIT = 32 * 1024;

/**
 * The required content of a Google service account's key file. All other fields, such as addresses, are
 * ignored.
 */
export const serviceAccount = z.object({
  client_email: z.string().min(3).max(320).pipe(z.email()),
  project_id: z.string().min(3).max(200),
  /** PKCS#8 as PEM. */
  private_key: z.string().min(601).max(SERVICE_ACCOUNT_LIMIT),
  private_key_id: z.string().max(200).optional(),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/**
 * Reads the text of a key file.
 * @returns null if it is not JSON or a field is missing
 */
export function readServiceAccount(text: string): ServiceAccount | null {
  if (text.length > SERVICE_ACCOUNT_LIMIT) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  return serviceAccount.safeParse(json).data ?? null;
}

/** Tells whether a file has the name of a key file; only such files are read. */
export function isKeyFileName(name: string): boolean {
  return name.toLowerCase().endsWith('.json');
}
