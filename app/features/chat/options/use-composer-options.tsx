import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import type { ModelOption } from '../model-option.ts';
import type { TypedOptions } from '#app/ui/options/option-inputs.ts';
import { OPTIONS_PANEL, OptionsButton } from './OptionsButton.tsx';
import type { OptionsPanelProps } from './OptionsPanel.tsx';
import type { OptionsView, PresetName } from './options-view.ts';

const LazyOptionsPanel = lazyPart<OptionsPanelProps>(
  'options',
  async () => (await import('./OptionsPanel.tsx')).OptionsPanel,
);

interface Given {
  conversationId: string | null;
  model: ModelOption | null;
  /** null where the model has none. */
  options: OptionsView | null;
  presets: readonly PresetName[] | null;
  /** The address shows them. */
  opensOptions: boolean;
  /** What was typed into them before they were refused. */
  typedOptions: TypedOptions | null;
  isBlocked: boolean;
}

/** The options of the next messages, as the composer shows them. */
export function useComposerOptions({
  conversationId,
  model,
  options,
  presets,
  opensOptions,
  typedOptions,
  isBlocked,
}: Given): {
  button: ReactNode;
  panel: ReactNode;
  /** A change of them is on its way to the server. */
  isKeeping: boolean;
  toggle: () => void;
} {
  const [isOpen, setOpen] = useState(opensOptions || typedOptions !== null);
  const [isThere, setThere] = useState(isOpen);
  const [isKeeping, setKeeping] = useState(false);
  const [kept, setKept] = useState<{ of: OptionsView | null; count: number }>();
  const onKept = useCallback(
    (count: number | null) => {
      setKeeping(false);
      if (count !== null) setKept({ of: options, count });
    },
    [options],
  );
  const onChange = useCallback(() => setKeeping(true), []);
  // The same element in every render: one that hydrates must not be rendered anew meanwhile.
  const panel = useMemo(
    () =>
      isThere && options && model ? (
        <Suspense>
          <LazyOptionsPanel
            key={model.id}
            conversationId={conversationId}
            model={model}
            view={options}
            presets={presets}
            typed={typedOptions}
            isOpen={isOpen}
            onChange={onChange}
            onKept={onKept}
          />
        </Suspense>
      ) : null,
    [isThere, options, presets, model, conversationId, typedOptions, isOpen, onChange, onKept],
  );
  if (!options || !model) return { button: null, panel: null, isKeeping, toggle: () => undefined };
  const toggle = () => {
    // What is out of bounds would stop the message from where nobody sees it.
    const wrong = document.querySelector<HTMLInputElement>(`#${OPTIONS_PANEL} input:invalid`);
    if (isOpen && wrong) {
      wrong.reportValidity();
      return;
    }
    setThere(true);
    setOpen(!isOpen);
  };
  const count = kept?.of === options ? kept.count : Object.keys(options.values).length;
  return {
    isKeeping,
    toggle,
    panel,
    button: <OptionsButton count={count} isOpen={isOpen} disabled={isBlocked} />,
  };
}
