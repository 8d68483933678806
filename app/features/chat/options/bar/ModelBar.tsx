import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { BAR_MODEL_FIELD } from '#app/ui/options/option-inputs.ts';
import { useConversation } from '../../messages/conversation-context.ts';
import type { ModelOption } from '../../model-option.ts';
import { BarSelect } from './BarSelect.tsx';

/** The models of the endpoint that a conversation begins with: it stays with the one that is chosen. */
export function ModelBar({ model }: { model: ModelOption }) {
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
      {/* Without scripts the choice goes with the message. */}
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
