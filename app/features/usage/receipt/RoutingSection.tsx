import { useTranslation } from '#app/ui/i18n/translation.ts';
import { secondsText } from '#app/features/usage/seconds-text.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Section } from './Section.tsx';
import type { AttemptData, ReceiptData } from './receipt-data.ts';

const REASONS = [
  'not_in_only',
  'ignored',
  'modality',
  'capability',
  'context_too_small',
  'output_too_short',
  'parameter_unsupported',
  'max_price',
  'picture_address',
  'video_size',
  'fallbacks_off',
  'key_models',
  'no_price',
  'unhealthy',
  'outranked',
] as const;

/** The candidates in the order of routing, and the dropped offers with their reasons. */
export function RoutingSection({ receipt: { candidates, dropped, droppedMore } }: { receipt: ReceiptData }) {
  const { t } = useTranslation('receipt');
  if (candidates.length < 2 && dropped.length === 0) return null;
  const reasonOf = (reason: string) => {
    const known = REASONS.find((one) => one === reason);
    return t(known ? `dropped.${known}` : 'dropped.unavailable');
  };
  return (
    <Section title={t('routing.title')}>
      <ol className="divide-y divide-line">
        {candidates.map(({ model, provider, isChosen }) => (
          <li key={`${model} ${provider}`} className="flex justify-between gap-6 px-4 py-2.5">
            <Offer model={model} provider={provider} />
            {isChosen && <Badge tone="good">{t('routing.chosen')}</Badge>}
          </li>
        ))}
      </ol>
      {dropped.length > 0 && (
        <details className="border-t border-line">
          <summary className="control flex items-center px-4 text-text-muted hover:text-text">
            {t('routing.dropped', { total: dropped.length + droppedMore })}
          </summary>
          <ul className="divide-y divide-line border-t border-line">
            {dropped.map(({ model, provider, reason, detail }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- One may be left out for two reasons.
              <li key={index} className="flex flex-wrap justify-between gap-x-6 px-4 py-2 text-sm">
                <Offer model={model} provider={provider} />
                <span className="text-text-muted">
                  {reasonOf(reason)} {detail && <code className="font-mono text-xs">{detail}</code>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function Offer({ model, provider }: { model: string; provider: string | null }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <bdi className="font-medium">{model}</bdi>{' '}
      {provider && <bdi className="text-text-muted">{provider}</bdi>}
    </span>
  );
}

/** Every attempt at a provider, in order. */
export function Attempts({ attempts }: { attempts: readonly AttemptData[] }) {
  const { t, i18n } = useTranslation('receipt');
  if (attempts.length === 0) return null;
  const seconds = secondsText(i18n.language);
  return (
    <Section title={t('attempts.title')}>
      <ol className="divide-y divide-line">
        {attempts.map(({ provider, model, ms, answered, errorCode, status, resumed }, index) => (
          // The same provider may be tried twice; attempts are identified by their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li
            key={index}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{provider}</bdi> <bdi className="text-text-muted">{model}</bdi>
            </span>
            <span className="tabular-nums">
              {t(outcomeOf({ answered, errorCode, resumed }), { time: seconds(ms) })}{' '}
              {errorCode && (
                <code className="font-mono text-xs">{[errorCode, status].filter(Boolean).join(' ')}</code>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The text key for the outcome of an attempt. */
function outcomeOf({
  answered,
  errorCode,
  resumed,
}: Pick<AttemptData, 'answered' | 'errorCode' | 'resumed'>) {
  if (!answered) return resumed ? 'attempts.notResumed' : 'attempts.failed';
  if (errorCode) return resumed ? 'attempts.resumedAndBroken' : 'attempts.broken';
  return resumed ? 'attempts.resumed' : 'attempts.answered';
}
