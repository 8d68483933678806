import { useTranslation } from '#app/ui/i18n/translation.ts';
import { USAGE_PATH } from '../filter/usage-query.ts';
import type { ContentData } from './receipt-data.ts';
import { Section } from './Section.tsx';

/** A scrollable box must be reachable by keyboard. */
const KEYBOARD_REACHABLE = { tabIndex: 0, role: 'region' };

interface ContentSectionProps {
  id: string;
  content: ContentData;
}

/** The stored body and answer of a call. */
export function ContentSection({ id, content: { request, answer } }: ContentSectionProps) {
  const { t } = useTranslation('receipt');
  return (
    <div className="print:hidden">
      <Section title={t('content.title')}>
        <div className="flex flex-col gap-4 p-4">
          <Text label={t('content.request')} text={request} />
          {answer === null ? (
            <p className="text-text-muted">{t('content.running')}</p>
          ) : (
            <Text label={t('content.answer')} text={answer} />
          )}
          <a
            href={`${USAGE_PATH}/receipts/${id}/content.json`}
            download
            className="self-start text-accent hover:underline"
          >
            {t('content.download')}
          </a>
        </div>
      </Section>
    </div>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-medium">{label}</h3>
      <pre
        {...KEYBOARD_REACHABLE}
        aria-label={label}
        dir="auto"
        className="max-h-96 overflow-auto rounded-control bg-surface p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}
