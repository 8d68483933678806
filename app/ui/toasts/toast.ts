/** How much a message weighs; the same four everywhere. */
export const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A short message that the page shows for some seconds; `text` is words, already in the reader's language. */
export interface Toast {
  severity: Severity;
  text: string;
  /** Where to go about it. */
  link?: { to: string; text: string };
}
