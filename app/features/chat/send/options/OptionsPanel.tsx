import { useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { SAVE_BUTTON, RESET_BUTTON, type TypedOptions } from '#app/ui/options/option-inputs.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { OptionFields } from '#app/ui/options/OptionFields.tsx';
import { OptionsDrawer } from './OptionsDrawer.tsx';
import type { OptionsView, PresetName, SetOption, UsedPreset } from './options-view.ts';
import { PresetsBar } from './PresetsBar.tsx';
import { useSaveOptions } from './use-save-options.ts';

export interface OptionsPanelProps {
  conversationId: string | null;
  model: ModelOption;
  view: OptionsView;
  presets: readonly PresetName[] | null;
  preset: UsedPreset;
  /** Values typed into it before they were rejected. */
  typed: TypedOptions | null;
  isOpen: boolean;
  onClose: () => void;
  /** Called before a preset replaces the options. */
  onUse: () => void;
  onChange: () => void;
  /**
   * Called with the options that are set when the server has stored them, and with null when it has rejected
   * them.
   */
  onStored: (set: SetOption[] | null) => void;
}

/**
 * Options of the next messages. Its fields belong to the composer's form, so that a message is sent with
 * their values; with scripts each change is saved automatically.
 */
export function OptionsPanel({
  conversationId,
  model,
  view,
  presets,
  preset,
  typed,
  isOpen,
  onClose,
  onUse,
  onChange,
  onStored,
}: OptionsPanelProps) {
  const { t } = useTranslation('options');
  const hydrated = useHydrated();
  const panel = useRef<HTMLFieldSetElement>(null);
  const [resets, setResets] = useState({ count: 0, round: 0 });
  const isReset = resets.count > 0 && resets.round === preset.round;
  const facts = factsOf(view.endpoint);
  const fields = facts ? fieldsOf(facts, model.id) : [];
  const place = { conversationId, model: model.id, fields, preset, onChange, onStored };
  const { isStored, saveSoon, reset } = useSaveOptions(panel, place);
  const options = (
    <fieldset
      ref={panel}
      key={`${preset.round} ${resets.count}`}
      onInput={saveSoon}
      className="@container flex flex-col gap-4 p-4"
    >
      <legend className="sr-only">{t('title', { model: model.name })}</legend>
      <OptionFields
        fields={fields.filter((field) => !isInBar(field))}
        values={isReset ? {} : view.values}
        typed={preset.round + resets.count > 0 ? null : typed}
        refused={view.refused}
        yields={view.yields}
        onChange={saveSoon}
        contextTokens={isReset ? null : view.contextTokens}
      />
      <div className="flex flex-wrap items-center gap-3">
        {!hydrated && (
          <Button name={SAVE_BUTTON} value="1" size="small" formNoValidate>
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
            setResets({ count: resets.count + 1, round: preset.round });
          }}
        >
          {t('reset')}
        </Button>
        <span aria-live="polite" className="text-sm text-text-muted">
          {isStored && t('kept')}
        </span>
      </div>
    </fieldset>
  );
  return (
    <OptionsDrawer isOpen={isOpen} onClose={onClose} title={t('title', { model: model.name })}>
      {presets && (
        <PresetsBar
          conversationId={conversationId}
          model={model.id}
          endpoint={view.endpoint}
          fields={fields}
          presets={presets}
          panel={panel}
          onUse={onUse}
        />
      )}
      {options}
    </OptionsDrawer>
  );
}
