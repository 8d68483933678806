import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';

/** Chooses another model and keeps the content of the form. */
export function ModelButton({ form, id, name }: { form: string; id: string; name: string }) {
  const { t } = useTranslation('chat');
  return (
    <Button form={form} name="chosenModel" value={id} formNoValidate size="small">
      {t('composer.useModel', { model: name })}
    </Button>
  );
}
