import { exportQuery, fileNameOf, type ExportOptions } from '#app/contracts/exports/export-options.ts';
import { exportFilePath } from '#app/contracts/exports/export-paths.ts';
import { downloadFile, saveBlob } from '#app/ui/fetch/download-file.ts';
import { loadChunk } from '#app/ui/fetch/load-chunk.ts';

/** How an export ended: `failed` for a file, `blank` for an image. */
export type ExportEnd = 'saved' | 'too_deep' | 'failed' | 'blank';

/** Saves a chat as a file of the chosen type. Never throws. Browser only. */
export async function saveExport(
  { conversationId, title }: { conversationId: string; title: string },
  options: ExportOptions,
): Promise<ExportEnd> {
  if (options.type === 'screenshot') return saveScreenshot(conversationId, options.name || title);
  const path = `${exportFilePath(conversationId)}?${exportQuery(options).toString()}`;
  const status = await downloadFile(path);
  if (status === null) return 'saved';
  return status === 400 && options.type === 'json' && options.isRecursive ? 'too_deep' : 'failed';
}

/** Draws the whole chat: one image, or an archive of several if it is too long for one. */
async function saveScreenshot(conversationId: string, name: string): Promise<ExportEnd> {
  try {
    const part = await loadChunk(() => import('./screenshot/capture-chat.ts'));
    if (!part) return 'blank';
    const { blob, extension } = await part.captureChat(conversationId);
    saveBlob(blob, fileNameOf(name, extension));
    return 'saved';
  } catch (error) {
    // To the console: the reader can do nothing with the reason.
    reportError(error);
    return 'blank';
  }
}
