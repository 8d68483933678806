/** Session storage key for the build for which this tab was last reloaded. */
const RELOADED_FOR = 'reloadedForBuild';

/**
 * Loads a late part of the application. A page that stays open during a deployment may request a file that no
 * longer exists: then the page is reloaded, once for each build, unless typed text would be lost.
 * @returns null if the part could not be loaded; the page continues without it
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    void reloadOnce();
    return null;
  }
}

/**
 * If the server is down a reload would lose the page, and without session storage the reloads might never
 * end.
 */
async function reloadOnce(): Promise<void> {
  if (hasUnsavedText() || !(await isServerThere())) return;
  const build = window.__remixManifest.version;
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === build) return;
    sessionStorage.setItem(RELOADED_FOR, build);
  } catch {
    return;
  }
  location.reload();
}

/** Tells whether a field contains typed text that is not saved as a draft (`data-draft`). */
function hasUnsavedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-draft]), input:not([type=hidden])',
  );
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/** True if the server answers. Checked before a reload: without a server the page would be lost. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz')).ok;
  } catch {
    return false;
  }
}
