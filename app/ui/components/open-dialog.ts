/** Opens the dialog with this id; no-op if it is open. Browser only. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) showModal(dialog);
}

/** Opens a dialog that is closed. Its component calls `noteModal` when it has closed, or is gone. */
export function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  noteModal();
}

/**
 * Marks the document with `data-modal` while a modal dialog is open. Styles use the mark and not
 * `:has(dialog:modal)`, which makes a browser restyle the whole page whenever an element is added.
 */
export function noteModal(): void {
  const isOpen = document.querySelector('dialog:modal') !== null;
  document.documentElement.toggleAttribute('data-modal', isOpen);
}
