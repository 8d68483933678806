/** Readable for scripts: after a navigation without a new document they read it from `document.cookie`. */
export const FLASH_COOKIE = 'toast';

/** A toast for the next page: a text key (`namespace:key`) and the values for it. */
export interface Flash {
  severity: Severity;
  key: string;
  params?: Record<string, string | number>;
  undo?: Undo;
}

/** The form that undoes a deletion or an archiving: an intent of the chat's forms. */
export interface Undo {
  intent: 'restore' | 'archive';
  /** The entry in the trash, or the archived chat. */
  target: string;
  /** The deletion has left the page of the chat: its undoing returns there. */
  leaves?: boolean;
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
  undo?: Undo | undefined;
}

const UNDO_INTENTS: readonly Undo['intent'][] = ['restore', 'archive'];

function isUndo(undo: Partial<Undo>): boolean {
  return UNDO_INTENTS.some((one) => one === undo.intent) && typeof undo.target === 'string';
}

/** Parses a flash from its cookie; null if invalid, since any user of the browser can write cookies. */
export function parseFlash(value: string): Flash | null {
  try {
    const flash = JSON.parse(decodeURIComponent(value)) as Partial<Flash> | null;
    if (typeof flash?.key !== 'string' || !SEVERITIES.includes(flash.severity as Severity)) return null;
    if (flash.undo && !isUndo(flash.undo)) return null;
    return flash as Flash;
  } catch {
    return null;
  }
}
