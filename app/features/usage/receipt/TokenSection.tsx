import { useTranslation } from 'react-i18next';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import type { ReceiptData } from './receipt-data.ts';
import { Facts, Section } from './Section.tsx';

/** Classes of tokens in the order of a prompt and its answer; those that are part of another stand after it. */
const CLASSES = [
  'promptTokens',
  'cachedTokens',
  'cachedImageTokens',
  'cacheWriteTokens',
  'cacheWriteLongTokens',
  'imageTokens',
  'audioTokens',
  'completionTokens',
  'reasoningTokens',
  'imageOutputTokens',
] as const;
const ALWAYS: readonly string[] = ['promptTokens', 'completionTokens'];

/** Tokens by class, and who counted them. */
export function TokenSection({ receipt: { usage, usageSource } }: { receipt: ReceiptData }) {
  const { t, i18n } = useTranslation('receipt');
  if (!usage) return null;
  const number = numberFormat(i18n.language);
  return (
    <Section title={t('tokens.title')}>
      <Facts
        facts={[
          ...CLASSES.map((name) => {
            const count = usage[name] ?? 0;
            return [
              t(`tokens.${name}`),
              count > 0 || ALWAYS.includes(name) ? number.format(count) : null,
            ] as const;
          }),
          [t('tokens.countedBy'), usageSource && t(`countedBy.${usageSource}`)],
        ]}
      />
    </Section>
  );
}
