import { createHash } from 'node:crypto';

/**
 * The secret for the sandbox's signatures: it refuses returned reasoning that was changed, or that is not its
 * own.
 */
export function signatureOf(thoughts: string): string {
  return createHash('sha256').update(`thought by the sandbox: ${thoughts}`).digest('base64');
}
