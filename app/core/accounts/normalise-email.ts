/** An address as it is stored and looked up: people type capitals and spaces that mean nothing. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
