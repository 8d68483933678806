import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  DEFAULT_EXPORT,
  EXPORT_TYPES,
  NAME_MAX,
  takesBranches,
  takesOptions,
  type ExportType,
} from '#app/contracts/exports/export-options.ts';
import { Field } from '#app/ui/components/form/Field.tsx';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { ExportData } from './export-data.ts';

interface SwitchProps {
  name: string;
  label: string;
  help: string;
  isOn: boolean;
  /** False: it does not apply to the chosen type. */
  isOpen: boolean;
}

const CHIP =
  'control flex cursor-pointer items-center justify-center rounded-control border border-line-strong px-3 text-center transition-colors hover:bg-surface-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';

/**
 * The choices of an export. With scripts the ones that do not apply to the chosen type are disabled; without
 * scripts the server ignores them, and there is no image, which only scripts can draw.
 */
export function ExportFields({ title, options, problem }: Pick<ExportData, 'title' | 'options' | 'problem'>) {
  const { t } = useTranslation('exports');
  const hasScripts = useHydrated();
  const [chosen, setChosen] = useState<ExportType>(options.type);
  const types: readonly ExportType[] = EXPORT_TYPES.filter((type) => hasScripts || type !== 'screenshot');
  const type = types.includes(chosen) ? chosen : DEFAULT_EXPORT.type;
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('name')}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            maxLength={NAME_MAX}
            autoComplete="off"
            defaultValue={options.name || title}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('type')}</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {types.map((one) => (
            <label key={one} className={CHIP}>
              <input
                type="radio"
                name="type"
                value={one}
                defaultChecked={one === type}
                onChange={() => setChosen(one)}
                className="sr-only"
              />
              {t(`types.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-3">
        <Switch
          name="options"
          label={t('options')}
          help={t('optionsHelp')}
          isOn={options.hasOptions}
          isOpen={!hasScripts || takesOptions(type)}
        />
        <Switch
          name="branches"
          label={t('branches')}
          help={t('branchesHelp')}
          isOn={options.hasBranches}
          isOpen={!hasScripts || takesBranches(type)}
        />
        {(!hasScripts || type === 'csv') && (
          <Switch
            name="guard"
            label={t('guard')}
            help={t('guardHelp')}
            isOn={options.guardsFormulas}
            isOpen
          />
        )}
      </div>
      {(!hasScripts || type === 'json') && (
        <OrderField isRecursive={options.isRecursive}>
          {problem && t('orderProblem', { count: problem.max })}
        </OrderField>
      )}
    </div>
  );
}

function Switch({ name, label, help, isOn, isOpen }: SwitchProps) {
  const helpId = useId();
  return (
    <div className={joinClasses('flex flex-col', !isOpen && 'text-text-muted')}>
      <label className="control flex items-center gap-2.5">
        <input
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={isOn}
          disabled={!isOpen}
          aria-describedby={helpId}
          className="size-4 shrink-0 accent-accent"
        />
        {label}
      </label>
      <p id={helpId} className="ms-6.5 text-sm text-text-muted">
        {help}
      </p>
    </div>
  );
}

/** Nested or in sequence. @param children the error, if there is one */
function OrderField({ isRecursive, children }: { isRecursive: boolean; children: ReactNode }) {
  const { t } = useTranslation('exports');
  const errorId = useId();
  return (
    <fieldset aria-describedby={children ? errorId : undefined}>
      <legend className="mb-1 font-medium">{t('order')}</legend>
      {(['sequential', 'recursive'] as const).map((order) => (
        <label key={order} className="control flex items-center gap-2.5">
          <input
            type="radio"
            name="order"
            value={order}
            defaultChecked={isRecursive === (order === 'recursive')}
            className="accent-accent"
          />
          {t(`orders.${order}`)}
        </label>
      ))}
      {children && (
        <FieldError id={errorId} className="mt-1.5">
          {children}
        </FieldError>
      )}
    </fieldset>
  );
}
