import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { selectionHref } from '#app/features/playground/page/selection-links.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { AttachedFiles } from '#app/ui/composer/AttachedFiles.tsx';
import { COMPOSER_BOX, CONTROL_ROW, sendClasses } from '#app/ui/composer/composer-look.ts';
import { MessageArea, putText } from '#app/ui/composer/MessageArea.tsx';
import { PlusMenu } from '#app/ui/composer/PlusMenu.tsx';
import { useTemplateList } from '#app/ui/composer/template-list.tsx';
import { ATTACH_ID } from '#app/ui/files/attachment-field.ts';
import { ArrowUp } from '#app/ui/icons/lucide.ts';
import type { PlaygroundData, Refusal } from '../../playground-data.ts';
import { RefusalNote } from '../RefusalNote.tsx';
import { Estimate, totalOf, useEstimate } from './Estimate.tsx';
import { Parameters } from './Parameters.tsx';
import { usePromptFiles } from './PromptFiles.tsx';
import { SelectedModels } from './SelectedModels.tsx';

const NO_KINDS: readonly [] = [];

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
  const [text, setText] = useState(refusal?.text ?? data.text);
  const templates = useTemplateList(box, text);
  const attached = usePromptFiles({ inputs, given: data.files, refusal, isSending, box });
  const { attach } = attached;
  const estimate = useEstimate(data, attached.fileIds, refusal?.quotes ?? null);
  useEffect(() => {
    if (isSending && box.current) putText(box.current, '');
  }, [isSending]);
  useEffect(() => {
    if (refusal && box.current?.value === '') putText(box.current, refusal.text);
  }, [refusal]);
  /** A visitor is led to the appointments, and sends nothing. */
  const away = isSignedIn ? null : data.demoUrl;
  const isEmpty = () => box.current?.value.trim() === '' && !attached.isUsed;
  const [isFileMissing, setFileMissing] = useState(false);
  const isFileRefused = refusal?.error?.param === 'files' && refusal.files.length === 0;
  const lacksFile = (isFileMissing || isFileRefused) && !attached.isUsed;
  /** Images and videos of an image or a video need one; a question about an image may be asked later. */
  const needsFile = inputs !== null && output !== 'text';
  const onEnter = ({ form }: HTMLTextAreaElement) => {
    if (away !== null) document.getElementById('send-away')?.click();
    else if (!isEmpty()) form?.requestSubmit();
  };
  const sendLook = sendClasses({ isReady: text.trim() !== '' || attached.isUsed, isWide: true });
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
      <div className="mx-auto w-full max-w-4xl">
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
          className={COMPOSER_BOX}
        >
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="clientId" value={sendId} />
          {output && <input type="hidden" name="output" value={output} />}
          {selected.map(({ pair }) => (
            <input key={pair} type="hidden" name="pair" value={pair} />
          ))}
          {canAttach && <AttachedFiles files={attached} />}
          {isSignedIn && templates.list}
          <MessageArea
            ref={box}
            required={!canAttach}
            dir="auto"
            aria-label={t('box')}
            aria-invalid={refusal?.error?.param === 'text' || undefined}
            aria-describedby={refusal?.error?.param === 'text' ? REFUSAL : undefined}
            placeholder={attached.isOver ? t('dropHere') : t('box')}
            defaultValue={refusal?.text ?? data.text}
            onInput={(event) => setText(event.currentTarget.value)}
            onEnter={onEnter}
            onPaste={attached.paste}
          />
          {isSignedIn && isMade && (
            <>
              <Estimate quotes={estimate.quotes} selected={selected} />
              <Parameters key={`${playgroundId} ${subcategory}`} data={data} typed={refusal} />
            </>
          )}
          <div className={CONTROL_ROW}>
            {isSignedIn && (
              <PlusMenu
                kinds={inputs ? [inputs.kind] : NO_KINDS}
                onFiles={attach}
                onTemplates={templates.open}
              />
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
              <button disabled={!isMade} className={sendLook}>
                {face}
              </button>
            ) : (
              <a id="send-away" href={away} target="_blank" rel="noreferrer" className={sendLook}>
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
