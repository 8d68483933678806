import { useEffect, useRef, useState } from 'react';
import { featuredSearch, type FeaturedList, type FeaturedQuery } from './featured.ts';

const DEBOUNCE_MS = 500;

/** The list as it is, and what is being done about it. */
interface Featured {
  /** null: it could not be read. */
  list: FeaturedList | null;
  isLoading: boolean;
  /** What was asked for last; it is shown as chosen before its list is there. */
  wanted: FeaturedQuery;
  /** Asks once nothing was typed for half a second. A search looks in all tabs. */
  search: (text: string) => void;
  /** Asks at once. */
  show: (wanted: FeaturedQuery) => void;
}

/**
 * The list of the landing page, asked for by scripts as by links and the form without them. Only the newest question
 * is answered: one that is late is given up.
 */
export function useFeatured(first: FeaturedList | null): Featured {
  const [list, setList] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const [wanted, setWanted] = useState<FeaturedQuery>(first ?? { search: '', tab: 'all' });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef<AbortController>();

  const giveUp = () => {
    clearTimeout(timer.current);
    asked.current?.abort();
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asked.current?.abort();
    },
    [],
  );

  const ask = async (next: FeaturedQuery) => {
    giveUp();
    setWanted(next);
    setLoading(true);
    const question = (asked.current = new AbortController());
    const answer = await readFeatured(next, question.signal);
    if (question.signal.aborted) return;
    setList(answer);
    setLoading(false);
  };
  const show = (next: FeaturedQuery) => void ask(next);
  const search = (text: string) => {
    const next: FeaturedQuery = { search: text.trim(), tab: 'all' };
    giveUp();
    setWanted(next);
    timer.current = setTimeout(() => show(next), DEBOUNCE_MS);
  };
  return { list, isLoading, wanted, search, show };
}

async function readFeatured(wanted: FeaturedQuery, signal: AbortSignal): Promise<FeaturedList | null> {
  try {
    const answer = await fetch(`/api/hub/featured${featuredSearch(wanted)}`, { signal });
    return answer.ok ? ((await answer.json()) as FeaturedList) : null;
  } catch {
    return null;
  }
}
