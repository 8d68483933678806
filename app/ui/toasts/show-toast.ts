import type { Toast } from './toast.ts';

/** A toast in the list. */
export interface ShownToast extends Toast {
  id: number;
}

const DELAY_MS = 100;
const QUIET_MS = 5_000;
const LOUD_MS = 10_000;

// One list per browser tab; the server never writes to it.
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast after the spec's 100 ms; it disappears after 5 s, a warning, an error or one with a button after
 * 10 s. Browser only.
 */
export function showToast(toast: Toast): void {
  const entry = { ...toast, id: (lastId += 1) };
  const isQuiet = (toast.severity === 'info' || toast.severity === 'success') && !toast.undo;
  setTimeout(() => replace([...shown, entry].slice(-3)), DELAY_MS);
  setTimeout(() => hideToast(entry.id), DELAY_MS + (isQuiet ? QUIET_MS : LOUD_MS));
}

/** Removes a toast. */
export function hideToast(id: number): void {
  replace(shown.filter((toast) => toast.id !== id));
}

/** For useSyncExternalStore. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The visible toasts, oldest first; the same array until it changes. */
export function currentToasts(): readonly ShownToast[] {
  return shown;
}

function replace(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
