import { FlaskConical } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { FormulaStyles } from '../markdown/FormulaStyles.tsx';
import type { ConversationData } from './conversation-data.ts';

/** What a person should know before reading: invented replies, and a model that took another's place. */
export function Notices({ data: { sandbox, retired, model, math } }: { data: ConversationData }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {math && <FormulaStyles />}
      {sandbox && (
        <p role="note" className="flex items-start justify-center gap-1.5 pt-3 text-xs text-text-muted">
          <span className="text-warn">
            <Icon of={FlaskConical} />
          </span>
          {t('sandbox')}
        </p>
      )}
      {retired && model && (
        <Banner className="mt-3">{t('model.retired', { old: retired, model: model.name })}</Banner>
      )}
    </>
  );
}
