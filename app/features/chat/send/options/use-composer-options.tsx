import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { MissingPart } from '#app/ui/fetch/MissingPart.tsx';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { OPTIONS_PANEL, OptionChips, OptionsButton } from './OptionsButton.tsx';
import type { OptionsPanelProps } from './OptionsPanel.tsx';
import type { OptionsBarProps } from './OptionsBar.tsx';
import type { OptionsView, PresetName, SetOption } from './options-view.ts';

const LazyOptionsPanel = lazyPart<OptionsPanelProps>(
  'options',
  async () => (await import('./OptionsPanel.tsx')).OptionsPanel,
  MissingOptions,
);

const LazyOptionsBar = lazyPart<OptionsBarProps>(
  'options-bar',
  async () => (await import('./OptionsBar.tsx')).OptionsBar,
);

/** Replaces the panel when its script could not be loaded. */
function MissingOptions({ isOpen }: OptionsPanelProps) {
  return isOpen ? <MissingPart /> : null;
}

interface ComposerOptionsInput {
  conversationId: string | null;
  model: ModelOption | null;
  /** Null when the model has none. */
  options: OptionsView | null;
  presets: readonly PresetName[] | null;
  /** The address opens them. */
  opensOptions: boolean;
  /** Values typed into them before they were rejected. */
  typedOptions: TypedOptions | null;
  isBlocked: boolean;
}

/** Returns the composer's controls for the options of the next messages. */
export function useComposerOptions({
  conversationId,
  model,
  options,
  presets,
  opensOptions,
  typedOptions,
  isBlocked,
}: ComposerOptionsInput): {
  button: ReactNode;
  /** The options that are set, while their panel is closed. */
  chips: ReactNode;
  /** Parts in the form: the panel, and the bar above the text box. */
  parts: ReactNode;
  /** A change of the options is on its way to the server. */
  isKeeping: boolean;
  toggle: () => void;
  /** Closes the panel, unless a value in it is invalid. */
  close: () => void;
} {
  const [isOpen, setOpen] = useState(opensOptions || typedOptions !== null);
  const [isThere, setThere] = useState(isOpen);
  const [isKeeping, setKeeping] = useState(false);
  const [stored, setStored] = useState<{ of: OptionsView | null; set: SetOption[] }>();
  const onStored = useCallback(
    (set: SetOption[] | null) => {
      setKeeping(false);
      if (set !== null) setStored({ of: options, set });
    },
    [options],
  );
  const onChange = useCallback(() => setKeeping(true), []);
  const [used, setUsed] = useState<{ over: OptionsView | null; round: number }>({ over: null, round: 0 });
  // The page has loaded the values of the preset.
  if (used.over !== null && used.over !== options) setUsed({ over: null, round: used.round + 1 });
  const onUse = useCallback(() => setUsed(({ round }) => ({ over: options, round })), [options]);
  const close = useCallback(() => {
    // An invalid value in the closed panel would block the message without a visible reason.
    const wrong = document.querySelector<HTMLInputElement>(`#${OPTIONS_PANEL} input:invalid`);
    if (wrong) wrong.reportValidity();
    else setOpen(false);
  }, []);
  // Typing in the text box does not render them again.
  const parts = useMemo(() => {
    if (!options || !model) return null;
    const preset = { round: used.round, isAwaited: used.over !== null };
    const place = { conversationId, model, view: options, typed: typedOptions, preset, onChange, onStored };
    return (
      <>
        {isThere && options.hasPanel && (
          <LazyOptionsPanel
            key={model.id}
            {...place}
            presets={presets}
            isOpen={isOpen}
            onClose={close}
            onUse={onUse}
            fallback={
              isOpen && <div aria-hidden data-drawer="" data-skeleton="" className="options-drawer" />
            }
          />
        )}
        {options.hasBar && <LazyOptionsBar {...place} />}
      </>
    );
  }, [
    isThere,
    options,
    presets,
    model,
    conversationId,
    typedOptions,
    isOpen,
    close,
    used,
    onUse,
    onChange,
    onStored,
  ]);
  const toggle = () => {
    if (isOpen) return close();
    setThere(true);
    setOpen(true);
  };
  const set = (stored?.of === options ? stored.set : options?.set) ?? [];
  return {
    isKeeping,
    toggle,
    close,
    parts,
    chips: set.length > 0 && !isOpen && <OptionChips set={set} />,
    button: options?.hasPanel && <OptionsButton count={set.length} isOpen={isOpen} disabled={isBlocked} />,
  };
}
