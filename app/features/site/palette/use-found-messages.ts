import { useEffect, useState } from 'react';
import type { FoundMessage, FoundPage } from '#app/contracts/search.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

const DEBOUNCE_MS = 350;

const MAX_MESSAGES = 5;

/** Nothing, or one Latin letter, which nearly every message has. */
const TOO_SHORT = /^[a-z]?$/;

/**
 * Finds messages, a moment after the last key press; a later search ends an earlier one. Results belong to the
 * text on screen: until they arrive there are none.
 * @param wanted without spaces around it
 */
export function useFoundMessages(wanted: string): readonly FoundMessage[] {
  const [found, setFound] = useState<{ of: string; messages: FoundMessage[] }>({ of: '', messages: [] });
  useEffect(() => {
    if (TOO_SHORT.test(wanted)) return;
    const asking = new AbortController();
    const ask = async () => {
      try {
        const query = new URLSearchParams({ q: wanted });
        const answer = await fetchWithRefresh(`/api/search?${query.toString()}`, { signal: asking.signal });
        if (!answer.ok) return;
        const { messages } = (await answer.json()) as FoundPage;
        setFound({ of: wanted, messages: messages.slice(0, MAX_MESSAGES) });
      } catch {
        // The next key press asks again.
      }
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  return found.of === wanted ? found.messages : [];
}
