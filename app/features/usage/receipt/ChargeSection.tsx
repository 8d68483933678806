import { useTranslation } from '#app/ui/i18n/translation.ts';
import { rateAmount } from '#app/contracts/catalogue/rate-amount.ts';
import { exactDollars, formatExactly } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { ConditionText } from '#app/ui/prices/ConditionText.tsx';
import { Facts, Section } from './Section.tsx';
import type { LineData, ReceiptData } from './receipt-data.ts';

const dollars = (micro: string | null) => (micro === null ? null : formatExactly(BigInt(micro)));

/** Classes of tokens in the order of a prompt and its answer; a part of another class comes after it. */
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

/**
 * The charge line by line, so that it can be checked by hand, and the reason for charging or not charging.
 */
export function ChargeSection({ receipt }: { receipt: ReceiptData }) {
  const { t } = useTranslation('receipt');
  const { lines, sumPico, price, costMicro, chargedMicro, heldMicro, chargeReason } = receipt;
  const waived = costMicro === null || chargedMicro === null ? 0n : BigInt(costMicro) - BigInt(chargedMicro);
  const priceId = price && <code className="font-mono text-xs">{price.id}</code>;
  return (
    <Section title={t('charge.title')}>
      {lines && lines.length > 0 && (
        <table className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('charge.what')}</th>
              <th scope="col">{t('charge.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // Two continuations may have the same price; lines are identified by their order.
              // oxlint-disable-next-line react/no-array-index-key
              <ChargeLine key={`${line.class} ${index}`} line={line} rules={price?.rules ?? []} />
            ))}
            <tr className="border-b border-line-strong">
              <th scope="row" className="px-4 py-2.5 text-start font-normal">
                {t('charge.sum')}
                <span className="block text-sm text-text-muted">{t('charge.rounding')}</span>
              </th>
              <td className="px-4 py-2.5 text-end align-top whitespace-nowrap tabular-nums">
                <bdi>{`$${exactDollars(BigInt(sumPico ?? 0))}`}</bdi>
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <Facts
        facts={[
          [t('charge.cost'), dollars(costMicro)],
          [t('charge.waived'), waived > 0n ? dollars(String(waived)) : null],
          [t('charge.charged'), dollars(chargedMicro) ?? t('charge.notYet')],
          [t('charge.why'), chargeReason && t(`reason.${chargeReason}`)],
          [t('charge.held'), dollars(heldMicro)],
          [
            t('charge.price'),
            price && (
              <>
                {t('charge.since')} <DateTime at={price.validFrom} show="date" />
                {price.validUntil && (
                  <>
                    {' '}
                    {t('charge.until')} <DateTime at={price.validUntil} show="date" />
                  </>
                )}
              </>
            ),
          ],
          [t('charge.source'), price?.source || null],
          [t('charge.priceId'), priceId],
        ]}
      />
    </Section>
  );
}

function ChargeLine({ line, rules }: { line: LineData; rules: NonNullable<ReceiptData['price']>['rules'] }) {
  const { t, i18n } = useTranslation(['receipt', 'models']);
  const amount = rateAmount(line.class, BigInt(line.ratePico));
  const isResumed = line.priceId !== undefined;
  const when = isResumed ? null : rules[line.rule];
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2.5 text-start font-normal">
        <bdi className="tabular-nums">{numberFormat(i18n.language).format(line.count)}</bdi>
        {' × '}
        <bdi>{t(`models:rate.${line.class}`, { amount })}</bdi>
        {isResumed && <span className="block text-sm text-text-muted">{t('charge.resumed')}</span>}
        {when && (
          <span className="block text-sm text-text-muted">
            {t('charge.rule')} <ConditionText when={when} />
          </span>
        )}
      </th>
      <td className="px-4 py-2.5 text-end align-top whitespace-nowrap tabular-nums">
        <bdi>{`$${exactDollars(BigInt(line.pico))}`}</bdi>
      </td>
    </tr>
  );
}

/** Tokens by class, and the source of the count. */
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
