import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import type { SendQuote } from '#app/contracts/send.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';

/** Tokens of the message with its history, what they cost, and the most that the answer can cost. */
export function Quote({ quote }: { quote: SendQuote | null }) {
  const { t, i18n } = useTranslation('chat');
  if (!quote) return null;
  const tokens = numberFormat(i18n.language).format(quote.inputTokens);
  return (
    <span className="text-xs text-text-muted tabular-nums">
      {quote.ownKey
        ? t('composer.ownKey')
        : t('composer.quote', {
            context: quote.makes,
            tokens,
            input: formatMicro(BigInt(quote.inputMicro)),
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
