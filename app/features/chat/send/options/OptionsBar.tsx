import { useRef, useState, type SelectHTMLAttributes } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { fieldsOf } from '#app/contracts/endpoints/options.ts';
import { PERSONA_FACTS } from '#app/contracts/endpoints/personas.ts';
import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { rememberPersona, TONES } from './last-persona.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import type { OptionsView, SetOption, UsedPreset } from './options-view.ts';
import { useSaveOptions } from './use-save-options.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { ChevronDown } from '#app/ui/icons/lucide.ts';
import { isInBar } from '#app/ui/options/in-bar.ts';
import { BAR_MODEL_FIELD, inputName, SHOWN_FIELD, type TypedOptions } from '#app/ui/options/option-inputs.ts';
import { readFieldsOf } from '#app/ui/options/read-fields.ts';

interface BarSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  'aria-label': string;
  choices: readonly (readonly [value: string, words: string | undefined])[];
}

const MODE = inputName('jailbreak');

const TONE = inputName('toneStyle');

export interface OptionsBarProps {
  conversationId: string | null;
  model: ModelOption;
  view: OptionsView;
  preset: UsedPreset;
  /** Values typed into the options before they were rejected. */
  typed: TypedOptions | null;
  onChange: () => void;
  /**
   * Called with the options that are set when the server has stored them, and with null when it has rejected
   * them.
   */
  onStored: (set: SetOption[] | null) => void;
}

interface PersonaBarProps extends OptionsBarProps {
  facts: EndpointFacts;
}

/** Controls of an endpoint above the text box. */
export function OptionsBar(props: OptionsBarProps) {
  const facts = PERSONA_FACTS[props.view.endpoint];
  if (!facts) return <ModelBar model={props.model} />;
  return <FollowingPersonaBar {...props} facts={facts} />;
}

/**
 * The bar takes the values of each page load until the user changes it, and again after a preset replaces the
 * options or another conversation is shown. A page may reload at any time: that must not undo a choice.
 */
function FollowingPersonaBar(props: PersonaBarProps) {
  const { conversationId, view, preset } = props;
  const [chosen, setChosen] = useState<{ id: string | null; round: number; key: string } | null>(null);
  const isChosen = chosen?.id === conversationId && chosen.round === preset.round;
  const key = isChosen ? chosen.key : `${preset.round} ${view.values.jailbreak} ${view.values.toneStyle}`;
  const onChange = () => {
    setChosen({ id: conversationId, round: preset.round, key });
    props.onChange();
  };
  return <PersonaBar key={key} {...props} onChange={onChange} />;
}

/** A select above the text box. */
export function BarSelect({ choices, ...rest }: BarSelectProps) {
  return (
    <select
      {...rest}
      className="control min-w-0 rounded-control border border-line bg-surface px-2 text-text-muted transition-colors hover:text-text focus:text-text"
    >
      {choices.map(([value, words]) => (
        <option key={value} value={value} data-value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Models of the endpoint at the start of a conversation, which keeps the chosen one. */
function ModelBar({ model }: { model: ModelOption }) {
  const { t } = useTranslation('options');
  const hydrated = useHydrated();
  const { models } = useConversation();
  const chooser = useRef<HTMLButtonElement>(null);
  const choose = (id: string) => {
    const { current: button } = chooser;
    if (!button || !hydrated) return;
    button.value = id;
    button.form?.requestSubmit(button);
  };
  return (
    <div className="flex px-4 pt-3 text-sm">
      <BarSelect
        key={model.id}
        name={BAR_MODEL_FIELD}
        aria-label={t('barModel')}
        defaultValue={model.id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        choices={models
          .filter(({ endpoint }) => endpoint === model.endpoint)
          .map(({ id, name }) => [id, name])}
      />
      {/* Without scripts the message submits the choice. */}
      <button
        ref={chooser}
        type="submit"
        name="chosenModel"
        aria-label={t('barModel')}
        hidden
        formNoValidate
      />
    </div>
  );
}

/**
 * Persona and tone. In a started conversation the tone is folded and applies only to the persona: the
 * endpoint as itself keeps its initial tone (options.css). While the panel is closed, the bar also holds the panel's fields.
 */
function PersonaBar({
  facts,
  conversationId,
  model,
  view,
  typed,
  preset,
  onChange,
  onStored,
}: PersonaBarProps) {
  const { t } = useTranslation('options');
  const bar = useRef<HTMLFieldSetElement>(null);
  const fields = fieldsOf(facts, model.model);
  const place = { conversationId, model: model.id, fields, preset, onChange, onStored };
  const { saveSoon } = useSaveOptions(bar, place);
  const { jailbreak = false, toneStyle = 'creative' } = view.values;
  const saveChoice = () => {
    saveSoon();
    const chosen = readFieldsOf(new FormData(bar.current!.form!), fields.filter(isInBar));
    rememberPersona(chosen);
  };
  const tone = (
    <BarSelect
      name={TONE}
      aria-label={t('label.toneStyle')}
      defaultValue={typed?.values[TONE]?.[0] ?? toneStyle}
      choices={TONES.map((value) => [value, t(`tone.${value}` as 'tone.fast')])}
    />
  );
  return (
    <fieldset
      ref={bar}
      onInput={saveChoice}
      data-begun={conversationId ?? undefined}
      className="flex flex-wrap items-center gap-2 px-4 pt-3 text-sm"
    >
      <legend className="sr-only">{t('bar')}</legend>
      <input type="hidden" name={SHOWN_FIELD} value="1" />
      <BarSelect
        name={MODE}
        data-persona=""
        aria-label={t('label.jailbreak')}
        defaultValue={typed?.values[MODE]?.[0] ?? String(jailbreak)}
        choices={[
          ['false', facts.sender],
          ['true', facts.personaSender],
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
