import { fetchWithRefresh } from './fetch-with-refresh.ts';

/** Time for a browser to begin to save a blob, in milliseconds. */
const KEPT_MS = 60_000;

/**
 * Lets the browser download a file of our own, after a request that tells whether it is there: a failed download
 * would leave the reader without an explanation. Browser only.
 * @returns null if the download has begun; else the status of the answer, 0 if there was none
 */
export async function downloadFile(path: string, name = ''): Promise<number | null> {
  const answer = await fetchWithRefresh(path, { method: 'HEAD' }).catch(() => null);
  if (!answer?.ok || answer.redirected) return answer?.status ?? 0;
  startDownload(path, name);
  return null;
}

/** Saves bytes that scripts have made as a file. Browser only. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  startDownload(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

function startDownload(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // Not checked again by `useCheckedDownloads`.
  link.dataset.checked = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
