import { Form } from '@remix-run/react';
import { Download, Trash2 } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { EXPORT_PATH, PRESETS_PATH, type PresetLine } from './presets-data.ts';

/** A preset in the list: its settings and its actions. */
export function PresetRow({ line }: { line: PresetLine }) {
  const { t } = useTranslation('presets');
  const { presetId, title, modelName, options, isDefault } = line;
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 break-words">{title}</bdi>
          {isDefault && <Badge tone="good">{t('default.badge')}</Badge>}
        </p>
        <p className="text-sm text-text-muted">
          <bdi>{modelName ?? t('anyModel')}</bdi> · {t('options', { count: options })}
        </p>
      </div>
      <Form method="post" action={PRESETS_PATH} preventScrollReset className="flex flex-wrap gap-2">
        <input type="hidden" name="presetId" value={presetId} />
        <Button size="small" name="act" value="use" aria-label={t('use.named', { title })}>
          {t('use.button')}
        </Button>
        <LinkButton to={`${PRESETS_PATH}/${presetId}`} size="small" aria-label={t('edit.named', { title })}>
          {t('edit.button')}
        </LinkButton>
        <Button
          size="small"
          name="act"
          value={isDefault ? 'no-default' : 'default'}
          aria-label={t(isDefault ? 'default.unsetNamed' : 'default.setNamed', { title })}
        >
          {t(isDefault ? 'default.unset' : 'default.set')}
        </Button>
        <a
          href={`${EXPORT_PATH}?preset=${presetId}`}
          download
          aria-label={t('export.named', { title })}
          className={buttonClasses({ size: 'small' })}
        >
          <Icon of={Download} />
          {t('export.button')}
        </a>
        <ConfirmButton
          name="act"
          value="delete"
          size="small"
          confirm={t('delete.confirm')}
          aria-label={t('delete.named', { title })}
        >
          <Icon of={Trash2} />
          {t('delete.button')}
        </ConfirmButton>
      </Form>
    </li>
  );
}
