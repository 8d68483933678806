/** Lengths in characters. The form's attributes, the browser's check and the server's rules all read them here. */
export const FIELD_LIMITS = {
  email: { min: 6, max: 120 },
  /** Asking for a reset takes shorter addresses than signing in does. */
  resetEmail: { min: 3, max: 120 },
  password: { min: 8, max: 128 },
  name: { min: 3, max: 80 },
  username: { min: 2, max: 80 },
} as const;
