import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';

interface ModelChoiceProps {
  models: string[];
  /** Null for all models. */
  chosen: string[] | null;
  error: string | undefined;
}

const LINE = 'control flex items-center gap-2.5';

/** Choice of all models or of ticked ones; the choice itself opens the list, without scripts. */
export function ModelChoice({ models, chosen, error }: ModelChoiceProps) {
  const { t } = useTranslation('keys');
  const errorId = useId();
  return (
    <fieldset className="group/models" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium">{t('models.legend')}</legend>
      <label className={LINE}>
        <input
          type="radio"
          name="scope"
          value="all"
          defaultChecked={chosen === null}
          className="accent-accent"
        />
        {t('models.all')}
      </label>
      <label className={LINE}>
        <input
          type="radio"
          name="scope"
          value="some"
          data-some=""
          defaultChecked={chosen !== null}
          className="accent-accent"
        />
        {t('models.some')}
      </label>
      <ul className="ms-6 hidden max-h-64 overflow-y-auto rounded-control border border-line-strong px-3 py-1 group-has-[[data-some]:checked]/models:block">
        {models.map((model) => (
          <li key={model}>
            <label className={LINE}>
              <input
                type="checkbox"
                name="models"
                value={model}
                defaultChecked={chosen?.includes(model)}
                className="accent-accent"
              />
              <code dir="ltr" className="font-mono break-all">
                {model}
              </code>
            </label>
          </li>
        ))}
      </ul>
      {error && (
        <FieldError id={errorId} className="mt-1.5">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}
