import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatConversation } from '#app/contracts/chat.ts';
import type { Folder } from '#app/contracts/folders.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { dateFormat } from '#app/ui/i18n/formats.ts';

type Page = Pick<SideBarData, 'conversations' | 'nextCursor'>;

const PAGE_SIZE = 30;

/** Max rows of one response. */
const MAX_AT_ONCE = 100;

/** Data that the loader of the side bar returns. */
export interface SideBarData {
  conversations: ChatConversation[];
  nextCursor: string | null;
  /** Pinned conversations, the last pinned first; they are among the others, too. */
  pinned: ChatConversation[];
  folders: Folder[];
  /** Cursor where the list on the page begins; null at its newest end. */
  cursor: string | null;
  /** The server's clock, which both sides use to group the list. */
  now: string;
}

/** Heading of the list that a conversation belongs to. */
export type DayGroup =
  | { kind: 'today' | 'yesterday' | 'week' | 'month' }
  /** First day of a calendar month, `2026-08-01`. */
  | { kind: 'calendar'; month: string };

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns the page of the list that came with the document, and further pages as its end comes into view.
 * When the document's page is reloaded, after an action in any tab or on any device, the visible rows below
 * it are reloaded too: a row there may have another title, be deleted, or have moved down from the page
 * above.
 */
export function useMoreConversations({ conversations, nextCursor, cursor: start }: SideBarData) {
  const end = useRef<HTMLDivElement>(null);
  const reading = useRef<AbortController | null>(null);
  const [more, setMore] = useState<(Page & { start: string | null }) | null>(null);
  // No rows follow the last page, and rows loaded for another first page do not count.
  const below = nextCursor !== null && more?.start === start ? more : null;
  const cursor = below ? below.nextCursor : nextCursor;
  const length = useRef(0);
  useEffect(() => {
    length.current = below?.conversations.length ?? 0;
  });
  const read = useCallback(
    async (after: string, atLeast: number, before: ChatConversation[]) => {
      reading.current?.abort();
      const asking = new AbortController();
      reading.current = asking;
      try {
        const page = await readPages(after, atLeast, asking.signal);
        const all = [...before, ...page.conversations];
        setMore({ start, conversations: all, nextCursor: page.nextCursor });
      } catch {
        // Offline, or a newer load has begun: the visible rows stay, and the link can be pressed again.
      } finally {
        if (reading.current === asking) reading.current = null;
      }
    },
    [start],
  );
  const loadMore = useCallback(async () => {
    if (cursor && !reading.current) await read(cursor, 1, below?.conversations ?? []);
  }, [cursor, below, read]);
  const seen = useRef(conversations);
  useEffect(() => {
    if (seen.current === conversations) return;
    seen.current = conversations;
    const wanted = length.current + (reading.current ? 1 : 0);
    if (nextCursor && wanted > 0) void read(nextCursor, wanted, []);
  }, [conversations, nextCursor, read]);
  useEffect(() => {
    const target = end.current;
    if (!target) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void loadMore();
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [loadMore]);
  const all = unique([...conversations, ...(below?.conversations ?? [])]);
  return { conversations: all, nextCursor: cursor, end, loadMore };
}

/** Loads whole pages from a cursor, until there are enough rows or no more. */
async function readPages(after: string, atLeast: number, signal: AbortSignal): Promise<Page> {
  const conversations: ChatConversation[] = [];
  let cursor: string | null = after;
  while (cursor !== null && conversations.length < atLeast) {
    const limit = Math.min(MAX_AT_ONCE, Math.max(PAGE_SIZE, atLeast - conversations.length));
    const query = new URLSearchParams({ cursor, limit: String(limit) });
    const answer = await fetchWithRefresh(`/api/convos?${query.toString()}`, { signal });
    if (!answer.ok) throw new Error(`The list was refused: ${answer.status}`);
    const page = (await answer.json()) as Page;
    conversations.push(...page.conversations);
    cursor = page.nextCursor;
  }
  return { conversations, nextCursor: cursor };
}

/** A conversation that moved to the top meanwhile is listed only there. */
function unique(list: ChatConversation[]): ChatConversation[] {
  return [...new Map(list.toReversed().map((one) => [one.conversationId, one])).values()].toReversed();
}

/**
 * Groups a list that is sorted by time, newest first: today, yesterday, the previous 7 and 30 days, months.
 * @param timeZone IANA name of the time zone in which days begin
 */
export function groupByDay<Item extends { updatedAt: string }>(
  items: readonly Item[],
  now: Date,
  timeZone: string,
): { group: DayGroup; items: Item[] }[] {
  const days = dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const today = Date.parse(days.format(now));
  const groups: { key: string; group: DayGroup; items: Item[] }[] = [];
  for (const item of items) {
    const day = days.format(new Date(item.updatedAt));
    const group = groupOf(Math.round((today - Date.parse(day)) / DAY_MS), day);
    const key = group.kind === 'calendar' ? group.month : group.kind;
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, group, items: [item] });
  }
  return groups.map(({ group, items }) => ({ group, items }));
}

function groupOf(daysAgo: number, day: string): DayGroup {
  if (daysAgo <= 0) return { kind: 'today' };
  if (daysAgo === 1) return { kind: 'yesterday' };
  if (daysAgo <= 7) return { kind: 'week' };
  if (daysAgo <= 30) return { kind: 'month' };
  return { kind: 'calendar', month: `${day.slice(0, 7)}-01` };
}
