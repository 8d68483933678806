import { Form } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { FieldError } from '#app/ui/components/form/FieldError.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { submitOnEnter } from '#app/ui/components/form/TextArea.tsx';
import { ArrowRight } from '#app/ui/icons/lucide.ts';
import { START_MAX, type StartData, type StartModel, type StartRefusal } from './start-data.ts';

interface StartBoxProps {
  start: StartData;
  refusal: StartRefusal | undefined;
}

/**
 * The box of the first screen: its text continues in the box of a new chat, with the chosen model. Nothing is
 * sent to a model here.
 */
export function StartBox({ start, refusal }: StartBoxProps) {
  const { t } = useTranslation('landing');
  const hint = useId();
  const { isSignedIn, isRegistrationOpen, models } = start;
  const note = isSignedIn ? 'user' : isRegistrationOpen ? 'visitor' : 'closed';
  return (
    <Form method="post" action="/?index" className="w-full max-w-reading text-start">
      <div className="rounded-panel border border-line-strong bg-surface-raised shadow-float outline-offset-[-1px] outline-accent has-[textarea:focus]:outline-2">
        <textarea
          name="prompt"
          rows={2}
          dir="auto"
          maxLength={START_MAX}
          defaultValue={refusal?.text}
          aria-label={t('start.box')}
          placeholder={t('start.box')}
          aria-describedby={hint}
          aria-invalid={refusal ? true : undefined}
          onKeyDown={submitOnEnter}
          enterKeyHint="go"
          className="block field-sizing-content max-h-52 min-h-20 w-full resize-none bg-transparent px-4 pt-4 pb-2 text-md leading-chrome outline-none rtl:placeholder-shown:[direction:rtl]"
        />
        <div className="flex flex-wrap items-center gap-2 px-2 pb-2">
          {models.length > 0 && (
            <div className="min-w-0 grow basis-64">
              <Select
                name="model"
                defaultValue={refusal?.model}
                aria-label={t('start.model')}
                className="truncate border-transparent"
              >
                {isSignedIn && <option value="">{t('start.lastModel')}</option>}
                {models.map((model) => (
                  <option key={model.id} value={model.id}>
                    {optionText(model)}
                  </option>
                ))}
              </Select>
            </div>
          )}
          <Button variant="primary" className="ms-auto max-sm:w-full">
            {t('start.go')}
            <Icon of={ArrowRight} mirror />
          </Button>
        </div>
      </div>
      {refusal ? (
        <FieldError id={hint} className="mt-2">
          {t('start.tooLong')}
        </FieldError>
      ) : (
        <p id={hint} className="mt-2 px-2 text-center text-sm text-balance text-text-muted">
          {t(`start.note.${note}`)}
        </p>
      )}
    </Form>
  );

  function optionText({ name, output }: StartModel): string {
    return output === null ? name : `${name} · ${t('models.price.output', { amount: output })}`;
  }
}
