import { z } from 'zod';

/** Most bytes of a key file; a real one has two or three thousand. */
export const SERVICE_ACCOUNT_LIMIT = 32 * 1024;

/** What a key file of a Google service account must hold. Whatever else it names, such as addresses, is not looked at. */
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
 * @returns null for what is no JSON or misses something
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

/** Whether a file is named as a key file is: only those are read. */
export function isKeyFileName(name: string): boolean {
  return name.toLowerCase().endsWith('.json');
}
