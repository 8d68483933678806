import { useTranslation } from 'react-i18next';
import { COMPOSER_FORM } from '../composer/Composer.tsx';
import type { ModelOption } from '../model-option.ts';
import { ModelMenu } from './ModelMenu.tsx';

/** The model as a button, and its price in small text. */
export function ChatHeader({ models, model }: { models: readonly ModelOption[]; model: ModelOption | null }) {
  const { t } = useTranslation('chat');
  if (!model) return <p className="px-2 text-text-muted">{t('model.noneEnabled')}</p>;
  return (
    <>
      <ModelMenu models={models} model={model} form={COMPOSER_FORM} />
      <span className="truncate text-xs text-text-faint tabular-nums max-md:hidden">{model.prices}</span>
    </>
  );
}
