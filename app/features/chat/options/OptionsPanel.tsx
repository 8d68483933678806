import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { ModelOption } from '../model-option.ts';
import { KEEP_BUTTON, RESET_BUTTON, type TypedOptions } from '#app/ui/options/option-inputs.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { OptionFields } from '#app/ui/options/OptionFields.tsx';
import { OPTIONS_PANEL } from './OptionsButton.tsx';
import type { OptionsView, PresetName } from './options-view.ts';
import { PresetsBar } from './PresetsBar.tsx';
import { useKeepOptions } from './use-keep-options.ts';

export interface OptionsPanelProps {
  conversationId: string | null;
  model: ModelOption;
  view: OptionsView;
  presets: readonly PresetName[] | null;
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
  presets,
  typed,
  isOpen,
  onChange,
  onKept,
}: OptionsPanelProps) {
  const { t } = useTranslation('options');
  const hydrated = useHydrated();
  const panel = useRef<HTMLFieldSetElement>(null);
  const [shown, setShown] = useState({ round: 0, isReset: false });
  const [usedOver, setUsedOver] = useState<OptionsView | null>(null);
  if (usedOver !== null && usedOver !== view) {
    // What the preset has set has come.
    setUsedOver(null);
    setShown({ round: shown.round + 1, isReset: false });
  }
  const facts = factsOf(view.endpoint);
  const fields = facts ? fieldsOf(facts, model.id) : [];
  const place = { conversationId, model: model.id, fields, onChange, onKept };
  const { isKept, keepSoon, reset, cancel } = useKeepOptions(panel, place);

  const use = () => {
    cancel();
    setUsedOver(view);
  };
  const options = (
    <fieldset
      ref={panel}
      id={OPTIONS_PANEL}
      data-options=""
      key={shown.round}
      // Closed it stays in the form: what stands in it goes with the message.
      hidden={!isOpen}
      onInput={keepSoon}
      className="flex max-h-[50dvh] flex-col [&[hidden]]:hidden gap-4 overflow-y-auto border-b border-line p-4"
    >
      <legend className="sr-only">{t('title', { model: model.name })}</legend>
      <OptionFields
        fields={fields.filter((field) => !isInBar(field))}
        values={shown.isReset ? {} : view.values}
        typed={shown.round > 0 ? null : typed}
        refused={view.refused}
        onChange={keepSoon}
        contextTokens={shown.isReset ? null : view.contextTokens}
      />
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
            setShown({ round: shown.round + 1, isReset: true });
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
  return (
    <>
      {presets && (
        <PresetsBar
          conversationId={conversationId}
          model={model.id}
          endpoint={view.endpoint}
          fields={fields}
          presets={presets}
          isOpen={isOpen}
          panel={panel}
          onUse={use}
        />
      )}
      {options}
    </>
  );
}
