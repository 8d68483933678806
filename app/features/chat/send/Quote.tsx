import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import type { SendQuote } from '#app/contracts/send.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';

const DEBOUNCE_MS = 250;

interface QuoteQuestion {
  conversationId: string | null;
  parentMessageId: string | null;
  text: string;
  /** Ids of the attached files. */
  files: readonly string[];
  model: string;
  /** Output settings of an image or a video, as JSON; '' for none. */
  chosen: string;
}

/**
 * Tokens of the message with its history, and the max cost of the answer; the prices of the model while there
 * is no message, and without scripts.
 */
export function Quote({ quote, prices }: { quote: SendQuote | null; prices: string }) {
  const { t, i18n } = useTranslation('chat');
  if (!quote) return <span className="block truncate text-xs text-text-faint tabular-nums">{prices}</span>;
  const tokens = numberFormat(i18n.language).format(quote.inputTokens);
  return (
    <span className="text-xs text-text-muted tabular-nums">
      {quote.ownKey
        ? t('composer.ownKey')
        : t('composer.quote', {
            context: quote.makes,
            tokens,
            most: formatMicro(BigInt(quote.mostMicro)),
          })}
      {quote.omittedMessages > 0 && (
        <span className="block text-warn">{t('composer.omitted', { count: quote.omittedMessages })}</span>
      )}
      {quote.omittedPictures > 0 && (
        <span className="block text-warn">
          {t('composer.omittedPictures', { count: quote.omittedPictures })}
        </span>
      )}
    </span>
  );
}

/**
 * Requests the cost of a send, history included, 250 ms after the last key press. Null while there is nothing
 * to show.
 */
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
