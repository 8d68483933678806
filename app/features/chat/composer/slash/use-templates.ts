import { useEffect, useState } from 'react';
import type { PromptTemplate } from '#app/contracts/prompts/template.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

/** The templates that the reader may use; null until they have come, none where they cannot be reached. */
export function useTemplates(): readonly PromptTemplate[] | null {
  const [templates, setTemplates] = useState<readonly PromptTemplate[] | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetchWithRefresh('/api/prompts', { signal: asking.signal });
        const { prompts } = (await answer.json()) as { prompts?: PromptTemplate[] };
        setTemplates(prompts ?? []);
      } catch {
        if (!asking.signal.aborted) setTemplates([]);
      }
    };
    void ask();
    return () => asking.abort();
  }, []);
  return templates;
}
