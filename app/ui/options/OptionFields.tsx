import type { Translate } from '#app/ui/i18n/translation.ts';
import { useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import {
  OUTPUT_MAX,
  type ExamplesOption,
  type OptionField,
  type TextOption,
} from '#app/contracts/endpoints/facts.ts';
import { yieldsAmong, type OptionYields } from '#app/contracts/endpoints/option-yields.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { ChoiceField, ModeField } from './ChoiceFields.tsx';
import { ContextField } from './ContextField.tsx';
import { ExamplesField } from './ExamplesField.tsx';
import { NumberField, TextField } from './TypedFields.tsx';
import { EXAMPLE_INPUT, EXAMPLE_OUTPUT, inputName, SHOWN_FIELD, type TypedOptions } from './option-inputs.ts';

interface OptionFieldsProps {
  fields: readonly OptionField[];
  values: SendParameters;
  /** The typed values of a refused form, in place of the current values. */
  typed: TypedOptions | null;
  /** Options that no provider of the model accepts. */
  refused: readonly string[];
  /** Options that are left out in the presence of others. */
  yields?: OptionYields;
  /** Called when a pair of examples was added or removed. */
  onChange: () => void;
  /** Number of tokens of the context, if the page has counted them. */
  contextTokens?: number | null;
}

const NO_YIELDS: OptionYields = {};

/** The options that are changed most often. */
const FIRST: readonly string[] = ['temperature', 'maxOutputTokens'];

const byImportance = (a: OptionField, b: OptionField) =>
  Number(FIRST.includes(b.option)) - Number(FIRST.includes(a.option));

/** The options of an endpoint as form fields: short ones, and then those of full width. */
export function OptionFields(props: OptionFieldsProps) {
  const { fields, values, typed, refused, yields = NO_YIELDS, onChange, contextTokens = null } = props;
  const { t } = useTranslation('options');
  const [changed, setChanged] = useState<Record<string, string>>({});
  const valueOf = ({ option }: OptionField): string => {
    const value = typed ? typed.values[inputName(option)]?.[0] : values[option];
    return value === undefined || typeof value === 'object' ? '' : String(value);
  };
  const current = Object.fromEntries(
    fields.map((field) => [field.option, changed[field.option] ?? valueOf(field)]),
  );
  const leftOut = yieldsAmong(yields, current);
  const errorOf = (field: OptionField) => (isNamed(field, typed?.wrong) ? wrongText(t, field) : undefined);
  return (
    <>
      <input type="hidden" name={SHOWN_FIELD} value="1" />
      <div
        className="grid gap-4 empty:hidden @md:grid-cols-2"
        onInput={({ target }) => {
          const { name, value, dataset } = target as HTMLInputElement | HTMLSelectElement;
          const field = fields.find(({ option }) => inputName(option) === name || option === dataset['sets']);
          if (field) setChanged((before) => ({ ...before, [field.option]: value }));
        }}
      >
        {fields.toSorted(byImportance).map((field) => {
          const isRefused = refused.includes(field.option);
          if (field.kind === 'number')
            return (
              <NumberField
                key={field.name}
                field={field}
                initial={valueOf(field)}
                error={errorOf(field)}
                barredBy={isRefused ? 'model' : leftOut.includes(field.option) ? 'others' : null}
              />
            );
          if (field.kind === 'flag')
            return (
              <ModeField key={field.name} field={field} initial={valueOf(field)} error={errorOf(field)} />
            );
          // The thinking effort is hidden for models that do not think.
          return field.kind === 'choice' && !isRefused ? (
            <ChoiceField key={field.name} field={field} initial={valueOf(field)} error={errorOf(field)} />
          ) : null;
        })}
      </div>
      {fields.filter(isLong).map((field) =>
        field.kind === 'examples' ? (
          <ExamplesField
            key={field.name}
            field={field}
            initial={pairsOf(values, typed)}
            error={errorOf(field)}
            onChange={onChange}
          />
        ) : field.option === 'context' ? (
          <ContextField
            key={field.name}
            field={field}
            initial={valueOf(field)}
            error={errorOf(field)}
            counted={typed ? null : contextTokens}
          />
        ) : (
          <div key={field.name} data-option={field.option}>
            <TextField field={field} initial={valueOf(field)} error={errorOf(field)} />
          </div>
        ),
      )}
    </>
  );
}

/** Tells whether an error names this option, or a value within it: `examples[0].input.content`. */
function isNamed({ name, aliases = [] }: OptionField, wrong: string | null | undefined): boolean {
  if (!wrong) return false;
  const [named = ''] = wrong.split(/[.[]/, 1);
  return name === named || aliases.includes(named);
}

function wrongText(t: Translate<'options'>, field: OptionField): string {
  if (field.kind === 'number' && field.max < OUTPUT_MAX)
    return t('wrong.number', { min: field.min, max: field.max });
  return field.kind === 'number' ? t('wrong.atLeast', { min: field.min }) : t('wrong.value');
}

/** Tells whether a field takes the full width. */
function isLong(field: OptionField): field is ExamplesOption | TextOption {
  return field.kind === 'examples' || field.kind === 'text';
}

function pairsOf({ examples }: SendParameters, typed: TypedOptions | null): (readonly [string, string])[] {
  if (!typed) return (examples ?? []).map(({ input, output }) => [input.content, output.content] as const);
  const outputs = typed.values[EXAMPLE_OUTPUT] ?? [];
  const pairs = (typed.values[EXAMPLE_INPUT] ?? []).map(
    (input, place) => [input, outputs[place] ?? ''] as const,
  );
  return pairs.filter(([input, output]) => input !== '' || output !== '');
}
