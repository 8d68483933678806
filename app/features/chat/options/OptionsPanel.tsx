import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamplesOption, OptionField, TextOption } from '#app/contracts/endpoints/facts.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { ModelOption } from '../model-option.ts';
import { ExamplesField } from './ExamplesField.tsx';
import { NumberField } from './NumberField.tsx';
import {
  EXAMPLE_INPUT,
  EXAMPLE_OUTPUT,
  inputName,
  KEEP_BUTTON,
  RESET_BUTTON,
  SHOWN_FIELD,
  type TypedOptions,
} from './option-inputs.ts';
import { OPTIONS_PANEL } from './OptionsButton.tsx';
import type { OptionsView } from './options-view.ts';
import { ChoiceField, TextField } from './TextField.tsx';
import { useKeepOptions } from './use-keep-options.ts';

export interface OptionsPanelProps {
  conversationId: string | null;
  model: ModelOption;
  view: OptionsView;
  /** What was typed into it before it was refused. */
  typed: TypedOptions | null;
  isOpen: boolean;
  onChange: () => void;
  /** Told how many options are set when the server has kept them, and null when it has refused. */
  onKept: (count: number | null) => void;
}

/**
 * What the next messages are sent with. Its fields belong to the composer's form, so that a message goes with what
 * stands in them; with scripts each change is kept by itself.
 */
export function OptionsPanel({
  conversationId,
  model,
  view,
  typed,
  isOpen,
  onChange,
  onKept,
}: OptionsPanelProps) {
  const { t } = useTranslation('options');
  const hydrated = useHydrated();
  const panel = useRef<HTMLFieldSetElement>(null);
  const [resets, setResets] = useState(0);
  const facts = factsOf(view.endpoint);
  const fields = facts ? fieldsOf(facts, model.id) : [];
  const place = { conversationId, model: model.id, fields, onChange, onKept };
  const { isKept, keepSoon, reset } = useKeepOptions(panel, place);
  const isReset = resets > 0;
  const valueOf = ({ option }: OptionField): string => {
    if (isReset) return '';
    const value = typed ? typed[inputName(option)]?.[0] : view.values[option];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };

  return (
    <fieldset
      ref={panel}
      id={OPTIONS_PANEL}
      key={resets}
      // Closed it stays in the form: what stands in it goes with the message.
      hidden={!isOpen}
      onInput={keepSoon}
      className="flex max-h-[50dvh] flex-col [&[hidden]]:hidden gap-4 overflow-y-auto border-b border-line p-4"
    >
      <legend className="sr-only">{t('title', { model: model.name })}</legend>
      <input type="hidden" name={SHOWN_FIELD} value="1" />
      {fields
        .filter(isLong)
        .map((field) =>
          field.kind === 'examples' ? (
            <ExamplesField
              key={field.name}
              field={field}
              initial={isReset ? [] : pairsOf(view, typed)}
              onChange={keepSoon}
            />
          ) : (
            <TextField key={field.name} field={field} initial={valueOf(field)} />
          ),
        )}
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => {
          const isRefused = view.refused.includes(field.option);
          if (field.kind === 'number')
            return (
              <NumberField key={field.name} field={field} initial={valueOf(field)} isRefused={isRefused} />
            );
          // How hard it thinks is no question for a model that does not.
          return field.kind === 'choice' && !isRefused ? (
            <ChoiceField key={field.name} field={field} initial={valueOf(field)} />
          ) : null;
        })}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {!hydrated && (
          <Button name={KEEP_BUTTON} value="1" size="small" formNoValidate>
            {t('keep')}
          </Button>
        )}
        <Button
          name={RESET_BUTTON}
          value="1"
          size="small"
          variant="quiet"
          formNoValidate
          onClick={(event) => {
            if (!hydrated) return;
            event.preventDefault();
            reset();
            setResets(resets + 1);
          }}
        >
          {t('reset')}
        </Button>
        <span aria-live="polite" className="text-sm text-text-muted">
          {isKept && t('kept')}
        </span>
      </div>
    </fieldset>
  );
}

/** What takes the whole width. */
function isLong(field: OptionField): field is ExamplesOption | TextOption {
  return field.kind === 'examples' || field.kind === 'text';
}

function pairsOf({ values }: OptionsView, typed: TypedOptions | null): (readonly [string, string])[] {
  if (!typed)
    return (values.examples ?? []).map(({ input, output }) => [input.content, output.content] as const);
  const outputs = typed[EXAMPLE_OUTPUT] ?? [];
  const pairs = (typed[EXAMPLE_INPUT] ?? []).map((input, place) => [input, outputs[place] ?? ''] as const);
  return pairs.filter(([input, output]) => input !== '' || output !== '');
}
