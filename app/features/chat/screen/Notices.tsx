import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { FormulaStyles } from '../markdown/FormulaStyles.tsx';
import type { ConversationData } from './conversation-data.ts';

/** What a person should know before reading: invented replies, and a model that took another's place. */
export function Notices({ data: { sandbox, retired, model, math } }: { data: ConversationData }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {math && <FormulaStyles />}
      {sandbox && (
        <Banner tone="warn" className="mt-3">
          {t('sandbox')}
        </Banner>
      )}
      {retired && model && (
        <Banner className="mt-3">{t('model.retired', { old: retired, model: model.name })}</Banner>
      )}
    </>
  );
}
