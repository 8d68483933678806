/**
 * The unique index that a statement would have broken, as `users_email` or `users.users_email`; null for any other
 * error.
 */
export function duplicateKey(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ER_DUP_ENTRY') return null;
  // What stands before it is the value, which may be anybody's text.
  const { message } = error;
  return message.slice(message.lastIndexOf("'", message.length - 2) + 1, -1);
}
