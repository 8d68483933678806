import { renderSVG } from 'uqr';
import { sharePath } from '#app/contracts/shares/share.ts';
import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { stateOf, type Share } from '#app/core/shares/share.ts';
import type { OwnShare } from './owner-data.ts';

/** A link as its owner may see it. Fields are listed one by one, so that no secret gets into a page by accident. */
export function viewShare(share: Share): OwnShare {
  const { id, conversationId, title, token, level, passwordHash, showsTitleInCard } = share;
  const { scope, revision, views, updatedAt, expiresAt } = share;
  return {
    id,
    conversationId,
    title,
    path: sharePath(token),
    url: `${appUrl()}${sharePath(token)}`,
    state: stateOf(share),
    level,
    hasPassword: passwordHash !== null,
    showsTitleInCard,
    scope,
    revision,
    views,
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/** The QR code of an address, as the address of an image. */
export function qrCode(url: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
}
