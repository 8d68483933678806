import { useEffect, useRef, useState, type RefObject } from 'react';
import { NEW_CONVERSATION } from '#app/contracts/chat.ts';
import type { OptionField } from '#app/contracts/endpoints/facts.ts';
import { useErrorWords } from '#app/features/chat/conversation/use-answer.ts';
import type { ActionError } from '#app/features/chat/conversation/action-answer.ts';
import { plainWords } from '#app/ui/errors/error-words.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import { setOptions, type SetOption, type UsedPreset } from './options-view.ts';

const SAVE_AFTER_MS = 400;
const UNREACHED: ActionError = { code: 'unreached', params: {}, message: null, param: null };

interface Place {
  conversationId: string | null;
  model: string;
  fields: readonly OptionField[];
  preset: UsedPreset;
  onChange: () => void;
  /**
   * Called with the options that are set when the server has stored them, and with null when it has rejected
   * them.
   */
  onStored: (set: SetOption[] | null) => void;
}

/**
 * Saves the values of the option fields a moment after each change, and values typed before the script
 * arrived. The browser reports invalid values at their fields; they are not saved. This does not use the
 * router, which would drop the redirect of a message that is sent meanwhile.
 */
export function useSaveOptions(
  panel: RefObject<HTMLFieldSetElement>,
  { conversationId, model, fields, preset, onChange, onStored }: Place,
): { isStored: boolean; saveSoon: () => void; reset: () => void } {
  const errorTexts = useErrorWords();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const [isStored, setStored] = useState(false);
  const put = async (options: Record<string, unknown>) => {
    const error = await putOptions(conversationId, { model, ...options });
    setStored(error === null);
    if (error) showToast({ severity: 'error', text: plainWords(errorTexts(error)) });
    const inPanel = fields.filter((field) => !isInBar(field));
    onStored(error ? null : setOptions(inPanel, ({ name }) => options[name]));
  };
  // One request after the other, so that no older one arrives last.
  const save = (options: Record<string, unknown>) => {
    latest.current = latest.current.then(() => put(options));
  };
  const saveSoon = () => {
    clearTimeout(timer.current);
    setStored(false);
    onChange();
    timer.current = setTimeout(() => {
      const shown = panel.current;
      if (shown && controlsIn(shown).every((control) => control.checkValidity()))
        save(readFieldsOf(new FormData(shown.form!), fields));
      else onStored(null);
    }, SAVE_AFTER_MS);
  };
  const early = useRef(saveSoon);
  useEffect(() => {
    early.current = saveSoon;
  });
  useEffect(() => {
    if (panel.current && controlsIn(panel.current).some(isChanged)) early.current();
    return () => clearTimeout(timer.current);
  }, [panel]);
  const reset = () => {
    clearTimeout(timer.current);
    onChange();
    save(readFieldsOf(new FormData(panel.current!.form!), fields.filter(isInBar)));
  };
  const { isAwaited } = preset;
  useEffect(() => {
    if (!isAwaited) return;
    // A pending save would overwrite the preset's values.
    clearTimeout(timer.current);
    onStored(null);
  }, [isAwaited, onStored]);
  return { isStored, saveSoon, reset };
}

/** @returns the error why they were not saved, or null */
async function putOptions(conversationId: string | null, body: object): Promise<ActionError | null> {
  try {
    const answer = await fetchWithRefresh(`/api/convos/${conversationId ?? NEW_CONVERSATION}/options`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.ok) return null;
    const { error } = (await answer.json()) as { error: Partial<ActionError> };
    return { ...UNREACHED, code: 'internal', ...error };
  } catch {
    return UNREACHED;
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controlsIn(panel: HTMLFieldSetElement): Control[] {
  return [...panel.querySelectorAll<Control>('input, textarea, select')];
}

function isChanged(control: Control): boolean {
  if (control.name === '') return false;
  if (control.type === 'checkbox' && 'checked' in control) return control.checked !== control.defaultChecked;
  return control instanceof HTMLSelectElement
    ? [...control.options].some((option) => option.selected !== option.defaultSelected)
    : control.value !== control.defaultValue;
}
