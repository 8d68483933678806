import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import { selectionHref } from '#app/features/playground/page/selection-links.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ATTACH_ID, AttachButton } from '#app/ui/files/AttachButton.tsx';
import { ArrowUp } from '#app/ui/icons/lucide.ts';
import type { PlaygroundData, Refusal } from '../../playground-data.ts';
import { RefusalNote } from '../RefusalNote.tsx';
import { Estimate, totalOf, useEstimate } from './Estimate.tsx';
import { Parameters } from './Parameters.tsx';
import { PromptFiles, usePromptFiles } from './PromptFiles.tsx';
import { SelectedModels } from './SelectedModels.tsx';

const SEND =
  'arm-slowly inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full bg-good px-4 text-sm font-medium text-accent-text tabular-nums disabled:opacity-50 md:min-h-9';

/** Id of the form; the button that confirms its cost is outside of it. */
const FORM = 'prompt-form';

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
  const attached = usePromptFiles({ inputs, given: data.files, refusal, isSending, box });
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
  const [isFileMissing, setFileMissing] = useState(false);
  const isFileRefused = refusal?.error?.param === 'files' && refusal.files.length === 0;
  const lacksFile = (isFileMissing || isFileRefused) && !attached.isUsed;
  /** Images and videos of an image or a video need one; a question about an image may be asked later. */
  const needsFile = inputs !== null && output !== 'text';
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing } = event.nativeEvent;
    // keyCode 229: Safari ends a composition before it reports the key.
    if (event.key !== 'Enter' || event.shiftKey || isComposing || event.keyCode === 229) return;
    event.preventDefault();
    if (away !== null) document.getElementById('send-away')?.click();
    else if (!isEmpty()) event.currentTarget.form?.requestSubmit();
  };
  const canAttach = inputs !== null && isSignedIn;
  const total = totalOf(estimate.quotes);
  const label =
    isSignedIn && total !== null
      ? t('sendCost', { count: selected.length, cost: formatMicro(total) })
      : t('sendTo', { count: selected.length });
  const face = (
    <>
      {label}
      <Icon of={ArrowUp} size={16} />
    </>
  );
  return (
    <div className="shrink-0 border-t border-line bg-surface px-4 py-3">
      <div className="mx-auto w-full max-w-reading">
        {refusal?.error && !isFileRefused && <RefusalNote id={REFUSAL} error={refusal.error} />}
        {refusal?.confirmMicro && (
          <Confirmation key={refusal.confirmMicro} count={selected.length} micro={refusal.confirmMicro} />
        )}
        {lacksFile && (
          <p role="alert" className="mb-2 rounded-card border border-line bg-surface-raised p-3 text-bad">
            {t(`addFirst.${inputs?.kind ?? 'image'}`)}
          </p>
        )}
        {isMade && <SelectedModels data={data} quotes={estimate.quotes} />}
        <Form
          id={FORM}
          method="post"
          action={selectionHref(data)}
          // Without scripts the form uploads its files.
          encType={canAttach ? 'multipart/form-data' : undefined}
          onSubmit={(event) => {
            if (needsFile && !attached.isUsed && canAttach) {
              event.preventDefault();
              setFileMissing(true);
              document.getElementById(ATTACH_ID)?.focus();
            } else if (away !== null || isSending || isEmpty() || attached.waits()) event.preventDefault();
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
            className="block field-sizing-content max-h-[200px] min-h-14 w-full resize-none bg-transparent px-4 py-4 text-md leading-chrome outline-none"
          />
          {isSignedIn && isMade && (
            <>
              <Estimate quotes={estimate.quotes} selected={selected} />
              <Parameters key={`${playgroundId} ${subcategory}`} data={data} typed={refusal} />
            </>
          )}
          <div className="flex items-center gap-2 px-2 pb-2 noscript:flex-wrap">
            {canAttach && (
              <span className="noscript:w-full">
                <AttachButton
                  label={t(`attach.${inputs.kind}`)}
                  accept={`${inputs.kind}/*`}
                  disabled={false}
                  onFiles={attach}
                />
              </span>
            )}
            {isSignedIn && isMade && (
              <span className="hidden noscript:block">
                <Button name="estimate" value="1" size="small" formNoValidate={output !== 'text'}>
                  {t('estimate')}
                </Button>
              </span>
            )}
            <span className="grow" />
            {away === null ? (
              <button disabled={!isMade} className={SEND}>
                {face}
              </button>
            ) : (
              <a id="send-away" href={away} target="_blank" rel="noreferrer" className={SEND}>
                {face}
              </a>
            )}
          </div>
        </Form>
      </div>
    </div>
  );
}

/** The max cost of a prompt that was not sent yet, and the button that sends it. */
function Confirmation({ count, micro }: { count: number; micro: string }) {
  const { t } = useTranslation('playground');
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => button.current?.querySelector('button')?.focus(), []);
  const cost = formatMicro(BigInt(micro));
  return (
    <Banner
      tone="warn"
      title={t('confirm.title', { count, cost })}
      className="mb-2"
      action={
        <span ref={button}>
          <Button
            form={FORM}
            name="confirmedMicro"
            value={micro}
            variant="primary"
            size="small"
            className="arm-slowly"
          >
            {t('confirm.send', { cost })}
          </Button>
        </span>
      }
    >
      {t('confirm.text')}
    </Banner>
  );
}
