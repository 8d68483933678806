import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { selectionHref } from '#app/features/playground/page/selection-links.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { AttachButton } from '#app/ui/files/AttachButton.tsx';
import { ArrowUp } from '#app/ui/icons/lucide.ts';
import type { PlaygroundData, Refusal } from '../../playground-data.ts';
import { RefusalNote } from '../RefusalNote.tsx';
import { Estimate, useEstimate } from './Estimate.tsx';
import { Parameters } from './Parameters.tsx';
import { PromptFiles, usePromptFiles } from './PromptFiles.tsx';

const SEND =
  'grid size-11 shrink-0 place-items-center rounded-full bg-good text-accent-text disabled:opacity-50 md:size-9';

/** Id of the note why a prompt was rejected. */
const REFUSAL = 'prompt-refusal';

/**
 * The box of the next prompt. For visitors the send button leads to the operator's demo appointments, or
 * through the sign-in back to the prompt.
 */
export function PromptBox({ data, refusal }: { data: PlaygroundData; refusal: Refusal | undefined }) {
  const { t } = useTranslation('playground');
  const box = useRef<HTMLTextAreaElement>(null);
  const { state, formData } = useNavigation();
  const isSending = state !== 'idle' && formData?.get('intent') === 'send';
  const { playgroundId, selected, isSignedIn, sendId, isMade, output, inputs, subcategory } = data;
  const attached = usePromptFiles({ inputs, refusal, isSending, box });
  const { attach } = attached;
  const estimate = useEstimate(data, attached.fileIds, refusal?.quotes ?? null);
  useEffect(() => {
    if (isSending && box.current) box.current.value = '';
  }, [isSending]);
  useEffect(() => {
    if (refusal && box.current?.value === '') box.current.value = refusal.text;
  }, [refusal]);
  /** A visitor is led to the appointments, and sends nothing. */
  const away = isSignedIn ? null : data.demoUrl;
  const isEmpty = () => box.current?.value.trim() === '' && !attached.isUsed;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing } = event.nativeEvent;
    // keyCode 229: Safari ends a composition before it reports the key.
    if (event.key !== 'Enter' || event.shiftKey || isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (away !== null) document.getElementById('send-away')?.click();
    else if (!isEmpty()) event.currentTarget.form?.requestSubmit();
  };
  const canAttach = inputs !== null && isSignedIn;
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-3">
      <div className="mx-auto w-full max-w-reading">
        {refusal?.error && <RefusalNote id={REFUSAL} error={refusal.error} />}
        <Form
          method="post"
          action={selectionHref(data)}
          // Without scripts the form uploads its files.
          encType={canAttach ? 'multipart/form-data' : undefined}
          onSubmit={(event) => {
            if (away !== null || isSending || isEmpty() || attached.waits()) event.preventDefault();
            else estimate.sent();
          }}
          onInput={({ currentTarget }) => estimate.read(currentTarget)}
          data-dropping={attached.isOver || undefined}
          className="rounded-panel border border-line-strong bg-surface-raised shadow-float outline-offset-[-1px] outline-accent has-[textarea:focus]:outline-2"
        >
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="clientId" value={sendId} />
          {output && <input type="hidden" name="output" value={output} />}
          {selected.map(({ pair }) => (
            <input key={pair} type="hidden" name="pair" value={pair} />
          ))}
          {canAttach && <PromptFiles attached={attached} />}
          <div className="flex items-end gap-2 pe-2 noscript:flex-wrap">
            {canAttach && (
              <span className="ms-2 mb-1.5 md:mb-2.5 noscript:mb-0 noscript:w-full">
                <AttachButton
                  label={t(`attach.${inputs.kind}`)}
                  accept={`${inputs.kind}/*`}
                  disabled={false}
                  onFiles={attach}
                />
              </span>
            )}
            <textarea
              ref={box}
              name="text"
              rows={1}
              required={!canAttach}
              dir="auto"
              aria-label={t('box')}
              aria-invalid={refusal?.error?.param === 'text' || undefined}
              aria-describedby={refusal?.error?.param === 'text' ? REFUSAL : undefined}
              placeholder={attached.isOver ? t('dropHere') : t('box')}
              defaultValue={refusal?.text ?? data.text}
              onKeyDown={onKeyDown}
              onPaste={attached.paste}
              enterKeyHint="send"
              className="block field-sizing-content max-h-[200px] min-h-14 w-0 grow resize-none bg-transparent px-4 py-4 text-md leading-chrome outline-none"
            />
            {away === null ? (
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
                target="_blank"
                rel="noreferrer"
                title={t('send')}
                aria-label={t('send')}
                className={`${SEND} mb-1.5 md:mb-2.5`}
              >
                <Icon of={ArrowUp} />
              </a>
            )}
          </div>
          {isSignedIn && isMade && (
            <>
              <div className="noscript:flex noscript:flex-wrap noscript:items-center noscript:gap-y-1 noscript:pb-2">
                <span className="hidden ps-4 noscript:block">
                  <Button name="estimate" value="1" size="small" formNoValidate={output !== 'text'}>
                    {t('estimate')}
                  </Button>
                </span>
                <Estimate quotes={estimate.quotes} selected={selected} />
              </div>
              <Parameters key={`${playgroundId} ${subcategory}`} data={data} typed={refusal} />
            </>
          )}
        </Form>
      </div>
    </div>
  );
}
