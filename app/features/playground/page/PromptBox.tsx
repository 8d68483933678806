import { Form, useNavigation } from '@remix-run/react';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import type { PlaygroundData, Refusal } from '../playground-data.ts';
import { RefusalNote } from './RefusalNote.tsx';
import { pathOf } from './selection-href.ts';

const SEND =
  'grid size-11 shrink-0 place-items-center rounded-full bg-good text-accent-text disabled:opacity-50 md:size-9';

/** The box of the next prompt. A visitor's press leads to the operator's appointments, or to the sign-in. */
export function PromptBox({ data, refusal }: { data: PlaygroundData; refusal: Refusal | undefined }) {
  const { t } = useTranslation('playground');
  const box = useRef<HTMLTextAreaElement>(null);
  const { state, formData } = useNavigation();
  const isSending = state !== 'idle' && formData?.get('intent') === 'send';
  useEffect(() => {
    if (isSending && box.current) box.current.value = '';
  }, [isSending]);
  useEffect(() => {
    if (refusal && box.current?.value === '') box.current.value = refusal.text;
  }, [refusal]);
  const { playgroundId, selected, isSignedIn, sendId, isMade, output } = data;
  const away = data.demoUrl ?? `/login?redirectTo=${encodeURIComponent(pathOf(playgroundId))}`;
  const target = data.demoUrl ? '_blank' : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing } = event.nativeEvent;
    // keyCode 229: Safari ends a composition before it tells of the key.
    if (event.key !== 'Enter' || event.shiftKey || isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (!isSignedIn) document.getElementById('send-away')?.click();
    else if (event.currentTarget.value.trim() !== '') event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-3">
      <div className="mx-auto w-full max-w-reading">
        {refusal && <RefusalNote error={refusal.error} />}
        <Form
          method="post"
          action={pathOf(playgroundId)}
          onSubmit={(event) => {
            if (!isSignedIn || isSending || box.current?.value.trim() === '') event.preventDefault();
          }}
          className="rounded-panel border border-line-strong bg-surface-raised shadow-float outline-offset-[-1px] outline-accent has-[textarea:focus]:outline-2"
        >
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="clientId" value={sendId} />
          {output && <input type="hidden" name="output" value={output} />}
          {selected.map(({ pair }) => (
            <input key={pair} type="hidden" name="pair" value={pair} />
          ))}
          <div className="flex items-end gap-2 pe-2">
            <textarea
              ref={box}
              name="text"
              rows={1}
              required
              dir="auto"
              aria-label={t('box')}
              placeholder={t('box')}
              defaultValue={refusal?.text ?? ''}
              onKeyDown={onKeyDown}
              enterKeyHint="send"
              className="block field-sizing-content max-h-[200px] min-h-14 w-full resize-none bg-transparent px-4 py-4 text-md leading-chrome outline-none"
            />
            {isSignedIn ? (
              <button
                disabled={!isMade}
                title={t('send')}
                aria-label={t('send')}
                className={`${SEND} mb-1.5 md:mb-2.5`}
              >
                <Icon of={ArrowUp} />
              </button>
            ) : (
              <a
                id="send-away"
                href={away}
                target={target}
                rel="noreferrer"
                title={t('send')}
                aria-label={t('send')}
                className={`${SEND} mb-1.5 md:mb-2.5`}
              >
                <Icon of={ArrowUp} />
              </a>
            )}
          </div>
          {isSignedIn && isMade && <Parameters data={data} />}
        </Form>
      </div>
    </div>
  );
}

/** How the models are asked; one that does not take a parameter is asked without it, which is said. */
function Parameters({ data: { parameters, lastOptions } }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  return (
    <details className="px-4 pb-2 text-sm">
      <summary className="control flex cursor-pointer items-center text-text-muted">
        {t('parameters')}
      </summary>
      <div className="grid gap-3 pb-2 sm:grid-cols-2">
        {parameters.map(({ name, range, notTakenBy }) => (
          <label key={name} className="flex flex-col gap-1">
            <span>{t(`parameter.${name}`)}</span>
            <TextInput
              type="number"
              name={name}
              min={range.min}
              max={range.max}
              step={name === 'max_tokens' ? 1 : 0.01}
              defaultValue={lastOptions[name]}
              dir="ltr"
            />
            {notTakenBy.length > 0 && (
              <span className="text-text-muted">{t('notTaken', { models: notTakenBy.join(', ') })}</span>
            )}
          </label>
        ))}
        <label className="control flex items-center gap-2">
          <input type="checkbox" name="blind" value="1" />
          {t('blind')}
        </label>
      </div>
    </details>
  );
}
