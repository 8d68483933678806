import { useTranslation } from 'react-i18next';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import type { ModelOption } from '../../model-option.ts';
import { useConversation } from '../../messages/conversation-context.ts';
import { ModelButton } from './ModelButton.tsx';

/** Says of a model that it does not take what is attached, and leads to one that does, of the same maker first. */
export function SeeingModel({ form, kinds }: { form: string; kinds: readonly FileKind[] }) {
  const { t } = useTranslation('errors');
  const { model: id, models } = useConversation();
  const model = models.find((one) => one.id === id);
  const kind = model && kinds.find((one) => !takes(model, one));
  if (!model || !kind) return null;
  const others = models.filter(
    (one) => one.makes === model.makes && kinds.every((needed) => takes(one, needed)),
  );
  const other = others.find(({ makerName }) => makerName === model.makerName) ?? others[0];
  const words = model.makes === 'text' ? kind === 'video' && 'video' : 'words';
  return (
    <Banner
      tone="warn"
      className="m-2 mb-0"
      action={other && <ModelButton form={form} id={other.id} name={other.name} />}
    >
      {t('model_cannot_see', {
        model: model.name,
        other: other?.name,
        context: [words, !other && 'alone'].filter(Boolean).join('_') || undefined,
      })}
    </Banner>
  );
}

function takes({ sees, watches }: ModelOption, kind: FileKind): boolean {
  return kind === 'video' ? watches : sees;
}
