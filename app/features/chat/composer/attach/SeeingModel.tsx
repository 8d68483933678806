import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { useConversation } from '../../messages/conversation-context.ts';
import { ModelButton } from './ModelButton.tsx';

/** Says of a model that sees none of the attached pictures, and leads to one that does, of the same maker first. */
export function SeeingModel({ form }: { form: string }) {
  const { t } = useTranslation('errors');
  const { model: id, models } = useConversation();
  const model = models.find((one) => one.id === id);
  if (!model || model.sees) return null;
  const seeing = models.filter(({ sees, makes }) => sees && makes === model.makes);
  const other = seeing.find(({ makerName }) => makerName === model.makerName) ?? seeing[0];
  return (
    <Banner
      tone="warn"
      className="m-2 mb-0"
      action={other && <ModelButton form={form} id={other.id} name={other.name} />}
    >
      {t('model_cannot_see', {
        model: model.name,
        other: other?.name,
        context:
          [model.makes !== 'text' && 'words', !other && 'alone'].filter(Boolean).join('_') || undefined,
      })}
    </Banner>
  );
}
