import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

const DEBOUNCE_MS = 250;

/** How many tokens a text has, asked 250 ms after its last change; null where that is not known. */
export function useTokenCount(initial: number | null): {
  tokens: number | null;
  count: (text: string) => void;
} {
  const [tokens, setTokens] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asking = useRef<AbortController>();
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    asking.current?.abort();
  }, []);
  useEffect(() => leave, [leave]);
  const count = useCallback(
    (text: string) => {
      leave();
      if (text === '') return setTokens(null);
      const { signal } = (asking.current = new AbortController());
      const ask = async () => {
        const found = await countTokens(text, signal);
        if (!signal.aborted) setTokens(found);
      };
      timer.current = setTimeout(() => void ask(), DEBOUNCE_MS);
    },
    [leave],
  );
  return { tokens, count };
}

async function countTokens(text: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetchWithRefresh('/api/tokenizer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ arg: text }),
      signal,
    });
    return answer.ok ? ((await answer.json()) as { count: number }).count : null;
  } catch {
    return null;
  }
}
