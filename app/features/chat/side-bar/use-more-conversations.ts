import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import type { SideBarData } from './side-bar-data.ts';

type Page = Pick<SideBarData, 'conversations' | 'nextCursor'>;

/** The page of the list that came with the document, and those that follow as its end comes into view. */
export function useMoreConversations({ conversations, nextCursor }: SideBarData) {
  const end = useRef<HTMLDivElement>(null);
  const isLoading = useRef(false);
  const [more, setMore] = useState<Page | null>(null);
  const cursor = more ? more.nextCursor : nextCursor;
  const loadMore = useCallback(async () => {
    if (!cursor || isLoading.current) return;
    isLoading.current = true;
    try {
      const answer = await fetchWithRefresh(`/api/convos?cursor=${encodeURIComponent(cursor)}`);
      if (!answer.ok) return;
      const page = (await answer.json()) as Page;
      setMore((before) => ({
        conversations: [...(before?.conversations ?? []), ...page.conversations],
        nextCursor: page.nextCursor,
      }));
    } catch {
      // Offline: the link stays and can be pressed again.
    } finally {
      isLoading.current = false;
    }
  }, [cursor]);
  useEffect(() => {
    const target = end.current;
    if (!target) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void loadMore();
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [loadMore]);
  const all = unique([...conversations, ...(more?.conversations ?? [])]);
  return { conversations: all, nextCursor: cursor, end, loadMore };
}

/** A conversation that moved to the top meanwhile stands there only. */
function unique(list: ChatConversation[]): ChatConversation[] {
  return [...new Map(list.toReversed().map((one) => [one.conversationId, one])).values()].toReversed();
}
