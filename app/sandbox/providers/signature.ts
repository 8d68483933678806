import { createHash } from 'node:crypto';

/** What the sandbox signs its thoughts with: it takes none back that were changed, or that are not its own. */
export function signatureOf(thoughts: string): string {
  return createHash('sha256').update(`thought by the sandbox: ${thoughts}`).digest('base64');
}
