import { sharedFilePath, sharePath } from '#app/contracts/shares/share.ts';
import { signatureOf } from '#app/core/catalogue/signature.ts';
import type { Share } from '#app/core/shares/share.ts';
import type { PlacedMessage, SharedFile, SharedPage } from '#app/core/shares/shared-branch.ts';
import type { MarkdownLabels } from '#app/ui/markdown/labels.ts';
import { newRenderBudget, renderTexts } from '#app/ui/markdown/render/render-text.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { SharedChat, SharedFileView, SharedMessageView } from './shared-data.ts';

/** The place in a snapshot that an address names. */
export interface SharedPlace {
  via?: number | undefined;
  from?: number | undefined;
}

/**
 * Renders a page of a snapshot: texts of replies as HTML by the chat's renderer, and addresses of files,
 * siblings and further pages under the address of the link. Readers of a link take turns at the rendering
 * threads together, as one user.
 */
export async function viewShared(
  share: Share,
  { messages, earlier, later }: SharedPage,
  { place, labels }: { place: SharedPlace; labels: MarkdownLabels },
): Promise<Pick<SharedChat, 'messages' | 'math' | 'earlier' | 'later' | 'hasFiles'>> {
  const formatted = messages.filter(({ isOwn, text }) => !isOwn && text !== '');
  const [texts, signatures] = await Promise.all([
    renderTexts(
      formatted.map(({ text, place: at }) => ({ text, labels, idPrefix: `m-${at}-`, open: '' })),
      { budget: newRenderBudget(share.userId), isStored: true },
    ),
    Promise.all(
      messages.map(async (message) => (message.isOwn ? share.author : signatureOf(AUTOCOMMIT, message))),
    ),
  ]);
  const rendered = new Map(formatted.map((message, index) => [message.place, texts[index]!.html]));
  const first = messages[0]?.place;
  const href = (at: SharedPlace) => hrefOf(share.token, at);
  return {
    messages: messages.map((message, index): SharedMessageView => ({
      place: message.place,
      isOwn: message.isOwn,
      signature: signatures[index]!,
      text: message.isOwn ? message.text : '',
      html: rendered.get(message.place) ?? null,
      thinking: message.thinking,
      state: message.state,
      files: message.files.map((file) => viewFile(share.token, file)),
      missingFiles: message.fileCount - message.files.length,
      siblingIndex: message.siblingIndex,
      siblingCount: message.siblingCount,
      previous: siblingHref(message, message.previousSibling),
      next: siblingHref(message, message.nextSibling),
    })),
    math: texts.some(({ math }) => math),
    earlier: earlier === null ? null : href({ via: place.via, from: earlier }),
    later: later === null ? null : href({ via: place.via, from: later }),
    hasFiles: messages.some(({ fileCount }) => fileCount > 0),
  };

  function siblingHref(message: PlacedMessage, sibling: number | null): string | null {
    if (sibling === null) return null;
    // The page begins where it begins now; messages above the switch are on both branches.
    const from = place.from === undefined ? undefined : message.place === first ? sibling : first;
    return `${href({ via: sibling, from })}#m-${sibling}`;
  }
}

function hrefOf(token: string, { via, from }: SharedPlace): string {
  const query = new URLSearchParams();
  if (via !== undefined) query.set('via', String(via));
  if (from !== undefined) query.set('from', String(from));
  return query.size === 0 ? sharePath(token) : `${sharePath(token)}?${query.toString()}`;
}

function viewFile(token: string, { place, number, file }: SharedFile): SharedFileView {
  const path = sharedFilePath(token, { place, number });
  return {
    path,
    thumbnail: file.thumbnailName === null ? null : `${path}?thumbnail`,
    name: file.name,
    isVideo: file.kind === 'video',
    width: file.width,
    height: file.height,
  };
}
