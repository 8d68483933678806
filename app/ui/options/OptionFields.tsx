import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  /** What was typed before it was refused, in place of the values. */
  typed: TypedOptions | null;
  /** Options that none of those who serve the model takes. */
  refused: readonly string[];
  /** Options that are left out beside others. */
  yields?: OptionYields;
  /** Told when a pair of examples has come or gone. */
  onChange: () => void;
  /** How many tokens the context has, where the page has counted. */
  contextTokens?: number | null;
}

const NO_YIELDS: OptionYields = {};

/** The options of an endpoint as the fields of a form; what takes the whole width stands first. */
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
      <div
        className="grid gap-4 empty:hidden sm:grid-cols-2"
        onInput={({ target }) => {
          const { name, value, dataset } = target as HTMLInputElement | HTMLSelectElement;
          const field = fields.find(({ option }) => inputName(option) === name || option === dataset['sets']);
          if (field) setChanged((before) => ({ ...before, [field.option]: value }));
        }}
      >
        {fields.map((field) => {
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
          // How hard it thinks is no question for a model that does not.
          return field.kind === 'choice' && !isRefused ? (
            <ChoiceField key={field.name} field={field} initial={valueOf(field)} error={errorOf(field)} />
          ) : null;
        })}
      </div>
    </>
  );
}

/** Whether an error names this option, or something within it: `examples[0].input.content`. */
function isNamed({ name, aliases = [] }: OptionField, wrong: string | null | undefined): boolean {
  if (!wrong) return false;
  const [named = ''] = wrong.split(/[.[]/, 1);
  return name === named || aliases.includes(named);
}

function wrongText(t: TFunction<'options'>, field: OptionField): string {
  if (field.kind === 'number' && field.max < OUTPUT_MAX)
    return t('wrong.number', { min: field.min, max: field.max });
  return field.kind === 'number' ? t('wrong.atLeast', { min: field.min }) : t('wrong.value');
}

/** What takes the whole width. */
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
