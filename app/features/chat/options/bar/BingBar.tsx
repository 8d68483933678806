import { ChevronDown } from '#app/ui/icons/lucide.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BING_AI } from '#app/contracts/endpoints/bing-ai.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { inputName, SHOWN_FIELD } from '#app/ui/options/option-inputs.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';
import { rememberBing, TONES } from '../../last-bing.ts';
import { useKeepOptions } from '../use-keep-options.ts';
import { BarSelect } from './BarSelect.tsx';
import type { OptionsBarProps } from './bar-props.ts';

const MODE = inputName('jailbreak');
const TONE = inputName('toneStyle');

/**
 * Who answers, and how freely. The tone of a conversation that has begun stays folded, and is Sydney's alone: BingAI keeps
 * what it began with (options.css). What the panel holds stands here as well, for as long as that is not open.
 */
export function BingBar({ conversationId, model, view, typed, preset, onChange, onKept }: OptionsBarProps) {
  const { t } = useTranslation('options');
  const bar = useRef<HTMLFieldSetElement>(null);
  const fields = fieldsOf(BING_AI, model.model);
  const place = { conversationId, model: model.id, fields, preset, onChange, onKept };
  const { keepSoon } = useKeepOptions(bar, place);
  const { jailbreak = false, toneStyle = 'creative' } = view.values;
  const keep = () => {
    keepSoon();
    const chosen = readFieldsOf(new FormData(bar.current!.form!), fields.filter(isInBar));
    rememberBing(chosen);
  };
  const tone = (
    <BarSelect
      name={TONE}
      aria-label={t('label.toneStyle')}
      defaultValue={typed?.values[TONE]?.[0] ?? toneStyle}
      choices={TONES.map((value) => [value, t(`tone.${value}`)])}
    />
  );
  return (
    <fieldset
      ref={bar}
      onInput={keep}
      data-begun={conversationId ?? undefined}
      className="flex flex-wrap items-center gap-2 px-4 pt-3 text-sm"
    >
      <legend className="sr-only">{t('bar')}</legend>
      <input type="hidden" name={SHOWN_FIELD} value="1" />
      <BarSelect
        name={MODE}
        aria-label={t('label.jailbreak')}
        defaultValue={typed?.values[MODE]?.[0] ?? String(jailbreak)}
        choices={[
          ['false', BING_AI.sender],
          ['true', BING_AI.personaSender],
        ]}
      />
      {conversationId === null ? (
        tone
      ) : (
        <details data-tone="" className="group/tone flex items-center gap-2">
          <summary className="control flex cursor-pointer items-center gap-1 px-2 text-text-muted hover:text-text">
            {t('label.toneStyle')}
            <span className="-rotate-90 group-open/tone:rotate-0 rtl:rotate-90 rtl:group-open/tone:rotate-0">
              <Icon of={ChevronDown} />
            </span>
          </summary>
          {tone}
        </details>
      )}
      {fields
        .filter((field) => !isInBar(field))
        .map(({ option }) => {
          const value = view.values[option];
          const words = typeof value === 'string' ? value : '';
          return <input key={option} type="hidden" name={inputName(option)} value={words} />;
        })}
    </fieldset>
  );
}
