import { useTranslation } from '#app/ui/i18n/translation.ts';
import { COMPOSER_FORM } from '#app/features/chat/conversation/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TriangleAlert } from '#app/ui/icons/lucide.ts';
import { ModelButton } from './ModelButton.tsx';
import { GONE_MODEL, type GoneChoice } from './gone-choice.ts';

/**
 * Reports beside the model chip that the chosen model is no longer available, and offers another one in one
 * press, which keeps the text. Nothing is sent before: another model may cost more.
 */
export function GoneModel({ name, other }: GoneChoice) {
  const { t } = useTranslation('chat');
  return (
    <div
      id={GONE_MODEL}
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-2 text-sm"
    >
      <p className="flex min-w-0 items-center gap-1.5 text-warn">
        <Icon of={TriangleAlert} />
        <span className="min-w-0 wrap-anywhere">{t('model.gone', { model: name })}</span>
      </p>
      {other && (
        <>
          <ModelButton form={COMPOSER_FORM} id={other.id} name={other.name} />
          <span className="text-xs text-text-faint tabular-nums">{other.prices}</span>
        </>
      )}
    </div>
  );
}
