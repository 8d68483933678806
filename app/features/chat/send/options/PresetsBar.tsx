import { useFetcher } from '@remix-run/react';
import { useRef, useState, type MouseEvent, type RefObject } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { OptionField } from '#app/contracts/endpoints/facts.ts';
import type { Endpoint } from '#app/contracts/endpoints/table.ts';
import { PRESET_TITLE_MAX } from '#app/contracts/presets/preset.ts';
import { actionPath } from '#app/features/chat/conversation/ChatForm.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';
import { stayOnEnter } from '#app/ui/options/TypedFields.tsx';
import {
  PRESET_FIELD,
  PRESET_TITLE_FIELD,
  SAVE_PRESET_BUTTON,
  USE_PRESET_BUTTON,
} from '#app/ui/options/option-inputs.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { showToast } from '#app/ui/toasts/show-toast.ts';
import type { PresetName } from './options-view.ts';

interface PresetsBarProps {
  conversationId: string | null;
  model: string;
  endpoint: Endpoint;
  fields: readonly OptionField[];
  presets: readonly PresetName[];
  /** Fieldset of the options. */
  panel: RefObject<HTMLFieldSetElement>;
  /** Called before a preset replaces them. */
  onUse: () => void;
}

/** Applies a preset here, and saves the current options as one. Its buttons belong to the composer's form. */
export function PresetsBar(props: PresetsBarProps) {
  const { conversationId, model, endpoint, fields, presets, panel, onUse } = props;
  const { t } = useTranslation('presets');
  const hydrated = useHydrated();
  const fetcher = useFetcher();
  const chosen = useRef<HTMLSelectElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const [saved, setSaved] = useState<PresetName[]>([]);
  const all = [
    ...presets,
    ...saved.filter((one) => !presets.some(({ presetId }) => presetId === one.presetId)),
  ];

  // Without scripts the buttons submit the composer.
  const use = (event: MouseEvent) => {
    if (!hydrated) return;
    event.preventDefault();
    onUse();
    const fieldsOfUse = { intent: 'use-preset', model, [PRESET_FIELD]: chosen.current!.value };
    fetcher.submit(fieldsOfUse, { method: 'post', action: actionPath(conversationId) });
  };
  const save = async (event: MouseEvent) => {
    if (!hydrated) return;
    event.preventDefault();
    const wrong = panel.current?.querySelector<HTMLInputElement>('input:invalid');
    if (wrong) return void wrong.reportValidity();
    const title = name.current!.value.trim() || t('defaultTitle');
    const options = readFieldsOf(new FormData(panel.current!.form!), fields);
    const made = await postPreset({ title, endpoint, model, ...options });
    if (!made) return showToast({ severity: 'error', text: t('panel.failed') });
    setSaved([...saved, made]);
    name.current!.value = '';
    showToast({ severity: 'success', text: t('panel.saved', { title }) });
  };

  return (
    <fieldset
      aria-label={t('panel.heading')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line p-4"
    >
      {all.length > 0 && (
        <span className="flex min-w-0 grow items-center gap-2">
          <Select ref={chosen} name={PRESET_FIELD} aria-label={t('panel.choose')}>
            {all.map(({ presetId, title }) => (
              <option key={presetId} value={presetId}>
                {title}
              </option>
            ))}
          </Select>
          <Button name={USE_PRESET_BUTTON} value="1" size="small" formNoValidate onClick={use}>
            {t('panel.use')}
          </Button>
        </span>
      )}
      <span className="flex min-w-0 grow items-center gap-2">
        <TextInput
          ref={name}
          name={PRESET_TITLE_FIELD}
          aria-label={t('panel.name')}
          placeholder={t('defaultTitle')}
          maxLength={PRESET_TITLE_MAX}
          autoComplete="off"
          onKeyDown={stayOnEnter}
        />
        <Button
          name={SAVE_PRESET_BUTTON}
          value="1"
          size="small"
          formNoValidate
          className="shrink-0"
          onClick={(event) => void save(event)}
        >
          {t('panel.save')}
        </Button>
      </span>
      <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <TextLink to="/presets">{t('panel.manage')}</TextLink>
        <TextLink to="/prompts">{t('panel.prompts')}</TextLink>
      </span>
    </fieldset>
  );
}

/** @returns the saved preset; null when it was rejected or the server was not reached */
async function postPreset(preset: object): Promise<PresetName | null> {
  try {
    const answer = await fetchWithRefresh('/api/presets', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(preset),
    });
    return answer.ok ? ((await answer.json()) as PresetName) : null;
  } catch {
    return null;
  }
}
