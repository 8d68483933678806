import { useEffect } from 'react';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { useRequestFacts } from '#app/ui/i18n/request-facts.ts';
import type { UsageData } from '../usage-page.ts';
import { FILTER_KEY, rememberedSearch, rememberFilter } from './remembered-filter.ts';

/** Goes to the remembered filter before anything below it is drawn, so that no other figures are seen first. */
const RESTORE = `{
  let search = null;
  try {
    search = (${rememberedSearch.toString()})(location.search, localStorage.getItem('${FILTER_KEY}'));
  } catch {}
  if (search !== null) {
    document.documentElement.style.visibility = 'hidden';
    location.replace(search);
  }
}`;

/** Keeps the filter that is shown, and takes up the one that was kept. */
export function RememberedFilter({ data: { query, isPlain } }: { data: UsageData }) {
  const { nonce } = useRequestFacts();
  const { user, model, source, dateInterval } = query;
  useEffect(() => {
    if (!isPlain) rememberFilter({ user, model, source, dateInterval });
  }, [isPlain, user, model, source, dateInterval]);
  if (useHydrated()) return null;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: RESTORE }} />;
}
