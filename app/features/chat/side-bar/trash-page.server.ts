import { redirect } from '@remix-run/node';
import { z } from 'zod';
import type { AppError } from '#app/contracts/errors.ts';
import { countTrash, listTrash } from '#app/core/conversations/trash/trash-entries.ts';
import {
  deleteForGood,
  deleteTrash,
  restoreTrashed,
} from '#app/features/chat/conversation/conversation-removal.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageAction, type SentForm } from '#app/http/page/page-action.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { flashCookie } from '#app/ui/toasts/flash.server.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const PATH = '/chat/trash';

const DAY_MS = 86_400_000;

const ENTRY = z.object({ trashId: z.string('trashId is required.') });

/** Loads a page of the trash, with the days that are left for each entry, and the number of all entries. */
export const loadTrash = pageLoader({ auth: 'user' }, async ({ user, url: { searchParams } }) => {
  const [{ entries, nextCursor }, count] = await Promise.all([
    listTrash(AUTOCOMMIT, { userId: user.id, cursor: searchParams.get('after') }),
    countTrash(AUTOCOMMIT, user.id),
  ]);
  const now = Date.now();
  return {
    entries: entries.map((entry) => ({
      ...entry,
      daysLeft: Math.max(0, Math.ceil((Date.parse(entry.endsAt) - now) / DAY_MS)),
    })),
    nextCursor,
    count,
  };
});

/** Restores an entry of the trash, deletes it for good, or empties the trash. */
export const actOnTrash = pageAction({
  auth: 'user',
  acts: {
    restore: async (sent: SentForm) => {
      await restoreTrashed({ userId: sent.user.id, trashId: readEntry(sent) });
      const restored = flashCookie({ severity: 'success', key: 'chat:done.restored' });
      return redirect(PATH, { headers: { 'set-cookie': restored } });
    },
    delete: async (sent: SentForm) => {
      await deleteForGood({ userId: sent.user.id, trashId: readEntry(sent) });
      return redirect(PATH);
    },
    empty: async ({ user }: SentForm) => {
      await deleteTrash(user.id);
      return redirect(PATH);
    },
  },
  refuse: ({ code, param }: AppError): { first: 'chatFirst' | 'messageFirst' } | null => {
    if (code !== 'conflict') return null;
    return { first: param === 'conversationId' ? 'chatFirst' : 'messageFirst' };
  },
});

function readEntry({ form }: SentForm): string {
  return readFields(form, ENTRY).trashId;
}
