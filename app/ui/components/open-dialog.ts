/** Opens the dialog of this id; a dialog that is open stays as it is. Browser only. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}
