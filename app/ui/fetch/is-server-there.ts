/** True when the server answers. Asked before a page is given up for a fresh one: without a server it would be lost. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz')).ok;
  } catch {
    return false;
  }
}
