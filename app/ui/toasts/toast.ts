/** Readable for scripts: a navigation without a new document takes it from `document.cookie`. */
export const FLASH_COOKIE = 'toast';

/** A toast for the next page: words by key (`namespace:key`) and the values that they name. */
export interface Flash {
  severity: Severity;
  key: string;
  params?: Record<string, string | number>;
}

/** How much a message weighs; the same four everywhere. */
const SEVERITIES = ['info', 'success', 'warning', 'error'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** A short message that the page shows for some seconds; `text` is words, already in the reader's language. */
export interface Toast {
  severity: Severity;
  text: string;
  /** Where to go about it. */
  link?: { to: string; text: string };
}

/** A flash from its cookie; null for anything else, since whoever holds the browser can write cookies. */
export function parseFlash(value: string): Flash | null {
  try {
    const flash = JSON.parse(decodeURIComponent(value)) as Partial<Flash> | null;
    if (typeof flash?.key !== 'string' || !SEVERITIES.includes(flash.severity as Severity)) return null;
    return flash as Flash;
  } catch {
    return null;
  }
}
