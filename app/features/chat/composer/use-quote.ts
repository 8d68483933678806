import { useEffect, useState } from 'react';
import type { SendQuote } from '#app/contracts/send.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

const DEBOUNCE_MS = 250;

interface QuoteQuestion {
  conversationId: string | null;
  parentMessageId: string | null;
  text: string;
  /** Ids of the pictures that go with it. */
  files: readonly string[];
  model: string;
  /** What was chosen of a picture or a video, as JSON; '' for nothing. */
  chosen: string;
}

/** What a send would cost, history included; asked 250 ms after the last key. Null while there is nothing to say. */
export function useQuote({
  conversationId,
  parentMessageId,
  text,
  files,
  model,
  chosen,
}: QuoteQuestion): SendQuote | null {
  const [quote, setQuote] = useState<SendQuote | null>(null);
  const attached = files.join(' ');
  const isEmpty = text.trim() === '' || model === '';
  useEffect(() => {
    if (isEmpty) return;
    const asking = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetchWithRefresh('/api/quote', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            conversationId,
            parentMessageId,
            text,
            files: attached === '' ? [] : attached.split(' '),
            model,
            ...(chosen !== '' && (JSON.parse(chosen) as object)),
          }),
          signal: asking.signal,
        });
        setQuote(answer.ok ? ((await answer.json()) as SendQuote) : null);
      } catch {
        if (!asking.signal.aborted) setQuote(null);
      }
    };
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [conversationId, parentMessageId, text, attached, model, chosen, isEmpty]);
  return isEmpty ? null : quote;
}
