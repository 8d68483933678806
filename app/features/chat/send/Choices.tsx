import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChoiceField, OfferedChoice } from '#app/contracts/media/choice.ts';

interface ChoicesProps {
  choices: readonly OfferedChoice[];
  /** Output settings of a rejected message, else of the message before. */
  initial: Partial<Record<ChoiceField, string | number>>;
  /** Called with the choices as JSON; '' for no choice. */
  onChoose: (chosen: string) => void;
}

/** Output settings of the image or the video; the model decides those that are not chosen. */
export function Choices({ choices, initial, onChoose }: ChoicesProps) {
  const { t } = useTranslation('chat');
  const group = useRef<HTMLFieldSetElement>(null);
  const reportChoices = () => {
    const selects = group.current?.querySelectorAll('select') ?? [];
    const chosen = [...selects].flatMap(({ name, value }) => (value === '' ? [] : [[name, value] as const]));
    onChoose(chosen.length === 0 ? '' : JSON.stringify(Object.fromEntries(chosen)));
  };
  const read = useRef(reportChoices);
  useEffect(() => {
    read.current = reportChoices;
  });
  useEffect(() => {
    // Choices made before the script arrived count; another model discards them.
    read.current();
    return () => onChoose('');
  }, [onChoose]);
  const textOf = (field: ChoiceField, value: string) => {
    if (field === 'seconds') return t('choice.length', { count: Number(value) });
    if (field === 'partialImages') return t('choice.previews', { count: Number(value) });
    return value.replace('x', ' × ');
  };
  return (
    <fieldset ref={group} onChange={reportChoices} className="flex flex-wrap gap-2 px-4 pb-2 text-sm">
      <legend className="sr-only">{t('choice.label')}</legend>
      {choices.map(({ field, values }) => (
        <select
          key={field}
          name={field}
          aria-label={t(`choice.${field}`)}
          defaultValue={initial[field] ?? ''}
          className="control min-w-0 rounded-control border border-line bg-surface px-2 text-text-muted"
        >
          <option value="">
            {field === 'partialImages'
              ? t('choice.none')
              : t('choice.usual', { field: t(`choice.${field}`) })}
          </option>
          {values.map((value) => (
            <option key={value} value={value}>
              {textOf(field, value)}
            </option>
          ))}
        </select>
      ))}
    </fieldset>
  );
}
