/** A keyboard shortcut of the signed-in pages. `Mod` is Command on a Mac and Ctrl elsewhere. */
interface Shortcut {
  name:
    | 'search'
    | 'newChat'
    | 'focus'
    | 'sideBar'
    | 'copyReply'
    | 'copyCode'
    | 'deleteChat'
    | 'stop'
    | 'shortcuts';
  /** As the list of shortcuts shows them. */
  keys: readonly string[];
  /** `code` of the key events, so that the layout of a keyboard does not matter. */
  codes: readonly string[];
  mod: boolean;
  shift: boolean;
}

export const SHORTCUTS: readonly Shortcut[] = [
  // Some browsers keep Ctrl+K for themselves.
  { name: 'search', keys: ['Mod', 'K'], codes: ['KeyK', 'Slash'], mod: true, shift: false },
  { name: 'newChat', keys: ['Mod', 'Shift', 'O'], codes: ['KeyO'], mod: true, shift: true },
  { name: 'focus', keys: ['Shift', 'Esc'], codes: ['Escape'], mod: false, shift: true },
  { name: 'sideBar', keys: ['Mod', 'Shift', 'S'], codes: ['KeyS'], mod: true, shift: true },
  { name: 'copyReply', keys: ['Mod', 'Shift', 'C'], codes: ['KeyC'], mod: true, shift: true },
  { name: 'copyCode', keys: ['Mod', 'Shift', ';'], codes: ['Semicolon'], mod: true, shift: true },
  { name: 'deleteChat', keys: ['Mod', 'Shift', '⌫'], codes: ['Backspace'], mod: true, shift: true },
  { name: 'stop', keys: ['Esc'], codes: ['Escape'], mod: false, shift: false },
  { name: 'shortcuts', keys: ['Mod', 'Shift', '/'], codes: ['Slash'], mod: true, shift: true },
];

type Keys = Pick<KeyboardEvent, 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Returns the shortcut of a key event; undefined for any other key. */
export function shortcutOf({ code, shiftKey, altKey, ctrlKey, metaKey }: Keys): Shortcut['name'] | undefined {
  if (altKey) return undefined;
  return SHORTCUTS.find(
    ({ codes, mod, shift }) => codes.includes(code) && shift === shiftKey && mod === (ctrlKey || metaKey),
  )?.name;
}

/** The name of `Mod` on this machine. Browser only. */
export function modKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
