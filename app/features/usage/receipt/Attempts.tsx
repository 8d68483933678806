import { useTranslation } from 'react-i18next';
import { secondsText } from '../seconds-text.ts';
import type { AttemptData } from './receipt-data.ts';
import { Section } from './Section.tsx';

/** Every call of a provider that was made, in their order. */
export function Attempts({ attempts }: { attempts: readonly AttemptData[] }) {
  const { t, i18n } = useTranslation('receipt');
  if (attempts.length === 0) return null;
  const seconds = secondsText(i18n.language);
  return (
    <Section title={t('attempts.title')}>
      <ol className="divide-y divide-line">
        {attempts.map(({ provider, model, ms, answered, errorCode, status, resumed }, index) => (
          // The same provider may be asked twice; their order is what they are.
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

/** What became of it, as the texts name it. */
function outcomeOf({
  answered,
  errorCode,
  resumed,
}: Pick<AttemptData, 'answered' | 'errorCode' | 'resumed'>) {
  if (!answered) return resumed ? 'attempts.notResumed' : 'attempts.failed';
  if (errorCode) return resumed ? 'attempts.resumedAndBroken' : 'attempts.broken';
  return resumed ? 'attempts.resumed' : 'attempts.answered';
}
