/** Where a tab keeps for which build it was loaded anew. */
const RELOADED_FOR = 'reloadedForBuild';

/**
 * Loads a part of the application that a page needs late. A page that stays open over a deployment may ask for
 * a file that is gone: then the page is loaded anew, once for each build, if nothing is lost by that.
 * @returns null when the part could not be loaded; the page goes on without it
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    void reloadOnce();
    return null;
  }
}

/** Where the server is away a reload would lose the page, and where nothing can be noted it might never end. */
async function reloadOnce(): Promise<void> {
  if (holdsUnkeptText() || !(await isServerThere())) return;
  const build = window.__remixManifest.version;
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === build) return;
    sessionStorage.setItem(RELOADED_FOR, build);
  } catch {
    return;
  }
  location.reload();
}

/** Something was typed that is not kept as a draft (`data-draft`). */
function holdsUnkeptText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:not([data-draft]), input:not([type=hidden])',
  );
  return [...fields].some((field) => field.value !== field.defaultValue);
}

/** True when the server answers. Asked before a page is given up for a fresh one: without a server it would be lost. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz')).ok;
  } catch {
    return false;
  }
}
