import { ChevronDown } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import type { ParameterField, PlaygroundData, Refusal } from '../../playground-data.ts';

/** Id of the note that a value was rejected. */
const WRONG = 'wrong-parameter';

/** Parameters with whole numbers; the others have two decimals. */
const WHOLE: ReadonlySet<string> = new Set(['max_tokens', 'n', 'seed']);

interface ParametersProps {
  data: PlaygroundData;
  /** Values of a rejected form. */
  typed: Pick<Refusal, 'options' | 'isBlind' | 'error'> | undefined;
}

/**
 * Parameters of the request: each field allows the values that at least one model accepts. A text request
 * leaves out the parameters that a model does not accept, and an image request leaves out previews; for any
 * other setting of an image or a video that a model does not accept, its cell shows an error.
 */
export function Parameters({ data: { parameters, lastOptions, output }, typed }: ParametersProps) {
  const { t } = useTranslation('playground');
  const wrong = typed?.error?.param;
  return (
    <details
      open={parameters.some(({ name }) => name === wrong) || undefined}
      className="group px-4 pb-2 text-sm"
    >
      <summary className="control flex w-fit cursor-pointer items-center gap-1 text-text-muted">
        {t('parameters')}
        <span className="transition-transform group-open:rotate-180">
          <Icon of={ChevronDown} />
        </span>
      </summary>
      <div className="grid max-h-[40dvh] gap-3 overflow-y-auto pb-2 sm:grid-cols-2">
        {parameters.map((field) => {
          const models = field.notTakenBy.join(', ');
          return (
            <label key={field.name} className="flex flex-col gap-1">
              <span>{t(`parameter.${field.name}`)}</span>
              <Control
                field={field}
                last={(typed?.options ?? lastOptions)[field.name]}
                errorId={field.name === wrong ? WRONG : undefined}
              />
              {field.name === wrong && <FieldError id={WRONG}>{wrongText(field)}</FieldError>}
              {field.name === 'partial_images' && (
                <span className="text-text-muted">{t('previewsCost')}</span>
              )}
              {models !== '' && (
                <span className="text-text-muted">
                  {t(output === 'text' || field.name === 'partial_images' ? 'notTaken' : 'refusedBy', {
                    models,
                  })}
                </span>
              )}
            </label>
          );
        })}
        <label className="control flex items-center gap-2">
          <input type="checkbox" name="blind" value="1" defaultChecked={typed?.isBlind} />
          {t('blind')}
        </label>
      </div>
    </details>
  );

  function wrongText(field: ParameterField): string {
    const { min, max } = field.kind === 'number' ? field.range : {};
    return min === undefined || max === undefined ? t('wrongValue') : t('wrongNumber', { min, max });
  }
}

interface ControlProps {
  field: ParameterField;
  last: string | number | undefined;
  /** Id of the note that its value was rejected. */
  errorId: string | undefined;
}

function Control({ field, last, errorId }: ControlProps) {
  const { t } = useTranslation('playground');
  const { name } = field;
  const refused = errorId !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId };
  if (field.kind === 'text') return <TextInput {...refused} name={name} defaultValue={last} dir="auto" />;
  if (field.kind === 'number') {
    const { min, max } = field.range;
    const step = WHOLE.has(name) ? 1 : 0.01;
    return (
      <TextInput
        {...refused}
        type="number"
        name={name}
        min={min}
        max={max}
        step={step}
        defaultValue={last}
        dir="ltr"
      />
    );
  }
  const known = field.values.some(({ value }) => value === String(last));
  return (
    <Select {...refused} name={name} defaultValue={known ? last : ''}>
      <option value="">{t(name === 'partial_images' ? 'noPreviews' : 'byModel')}</option>
      {field.values.map(({ value, notTakenBy }) => {
        const text = textOf(name, value);
        return (
          <option key={value} value={value}>
            {notTakenBy.length === 0 || name === 'partial_images'
              ? text
              : t('but', { value: text, models: notTakenBy.join(', ') })}
          </option>
        );
      })}
    </Select>
  );

  function textOf(option: string, value: string): string {
    if (option === 'seconds') return t('seconds', { count: Number(value) });
    if (option === 'partial_images') return t('previews', { count: Number(value) });
    if (option === 'sound') return t(value === 'yes' ? 'withSound' : 'withoutSound');
    return option === 'size' ? value.replace('x', ' × ') : value;
  }
}
