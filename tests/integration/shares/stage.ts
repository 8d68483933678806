import { createShare, type ShareAccess, type ShareContent } from '#app/core/shares/links.ts';
import { readSharedPage, type SharedPage } from '#app/core/shares/shared-branch.ts';
import { findOwnShare, type Share } from '#app/core/shares/share.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const ACCESS: ShareAccess = {
  title: 'A plan',
  showsTitleInCard: false,
  level: 'anyone',
  expiresAt: null,
};

const CONTENT: ShareContent = {
  scope: 'branch',
  hasFiles: false,
  hasThinking: false,
  hasPrompt: false,
  author: null,
};

/** Creates a link to a chat as anyone can open it, with exceptions. */
export const share = (
  of: { userId: string; id: string },
  more: Partial<ShareAccess & ShareContent> & { passwordHash?: string } = {},
): Promise<Share> => {
  const { passwordHash = null, ...choices } = more;
  const pick = <Choices extends object>(defaults: Choices): Choices => ({
    ...defaults,
    ...Object.fromEntries(Object.entries(choices).filter(([name]) => name in defaults)),
  });
  return createShare({
    userId: of.userId,
    conversationId: of.id,
    access: pick(ACCESS),
    content: pick(CONTENT),
    passwordHash,
  });
};

/** The link as it is stored now. */
export const stored = ({ userId, id }: Share) => findOwnShare(AUTOCOMMIT, { userId, shareId: id });

/** A page of a link as it is stored now. */
export const pageOf = async (link: Share, place: { via?: number; from?: number } = {}): Promise<SharedPage> =>
  readSharedPage(AUTOCOMMIT, await stored(link), place);

export const textsOf = ({ messages }: SharedPage) => messages.map(({ text }) => text);
