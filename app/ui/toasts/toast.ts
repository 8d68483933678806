/** Readable for scripts: after a navigation without a new document they read it from `document.cookie`. */
export const FLASH_COOKIE = 'toast';

/** A toast for the next page: a text key (`namespace:key`) and the values for it. */
export interface Flash {
  severity: Severity;
  key: string;
  params?: Record<string, string | number>;
}

/** The severities of a message, used everywhere. */
const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** A short message that the page shows for some seconds; `text` is already in the reader's language. */
export interface Toast {
  severity: Severity;
  text: string;
  /** A link for more about it. */
  link?: { to: string; text: string };
}

/** Parses a flash from its cookie; null if invalid, since any user of the browser can write cookies. */
export function parseFlash(value: string): Flash | null {
  try {
    const flash = JSON.parse(decodeURIComponent(value)) as Partial<Flash> | null;
    if (typeof flash?.key !== 'string' || !SEVERITIES.includes(flash.severity as Severity)) return null;
    return flash as Flash;
  } catch {
    return null;
  }
}
