import { Form } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TEMPORARY } from '#app/contracts/chat.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import type { MediaChoice, OfferedChoice } from '#app/contracts/media/choice.ts';
import { actionPath, COMPOSER_FORM } from '#app/features/chat/conversation/ChatForm.tsx';
import type { OptionsView, PresetName } from './options/options-view.ts';
import { useComposerOptions } from './options/use-composer-options.tsx';
import { COMPOSER_BOX, CONTROL_ROW } from '#app/ui/composer/composer-look.ts';
import { MessageArea, putText } from '#app/ui/composer/MessageArea.tsx';
import { PlusMenu } from '#app/ui/composer/PlusMenu.tsx';
import { useTemplateList } from '#app/ui/composer/template-list.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { ATTACHMENT_FIELD } from '#app/ui/files/attachment-field.ts';
import { OPEN_BUTTON } from '#app/ui/options/option-inputs.ts';
import type { ModelOption } from '#app/features/chat/conversation/model-option.ts';
import { GONE_MODEL, goneChoice } from './gone-choice.ts';
import { ModelMenu } from './ModelMenu.tsx';
import { Quote, useQuote } from './Quote.tsx';
import { SendButton } from './SendButton.tsx';
import { useComposerFiles } from './use-composer-files.tsx';
import { formText, keepDraft, useDraft } from './use-draft.ts';
import type { useSend } from './use-send.ts';

const REFOCUS_MS = 100;

const FILE_KINDS = ['image', 'video'] as const;

const LazyBlockedHint = lazyPart('blocked-hint', async () => (await import('./BlockedHint.tsx')).BlockedHint);
const LazyChoices = lazyPart('choices', async () => (await import('./Choices.tsx')).Choices);
const LazyGoneModel = lazyPart('gone-model', async () => (await import('./GoneModel.tsx')).GoneModel);
const LazySendError = lazyPart('send-error', async () => (await import('./SendError.tsx')).SendError);

interface ComposerProps {
  conversationId: string | null;
  /** The message that the next one replies to; null in a new conversation. */
  parentMessageId: string | null;
  /** Model of the message; null when none is set up. */
  model: ModelOption | null;
  /** Id of the chosen model when it is no longer available; `model` is another one. */
  gone: string | null;
  models: readonly ModelOption[];
  /** Output settings that the model's images or videos offer. */
  choices: readonly OfferedChoice[];
  /** Output settings of the last image or video here. */
  lastChoice: MediaChoice;
  options: OptionsView | null;
  presets: readonly PresetName[] | null;
  opensOptions: boolean;
  draft: string;
  /** Attached files that were not sent. */
  draftFiles: readonly FileView[];
  /** A text from the address or an example; it takes precedence over the draft. */
  prompt: string | null;
  opensForWriting: boolean;
  isTemporary: boolean;
  send: ReturnType<typeof useSend>;
  isSubmitting: boolean;
  /** The next message is queued: a reply runs, or messages wait for their turn. */
  waits: boolean;
  /** The last reply failed or is unfinished: the user must handle it first. */
  isBlocked: boolean;
  /** The user's message whose reply failed, is unfinished or runs. */
  editId: string | null;
  /** Replaces the send button when a key is missing. */
  missingKeyButton: ReactNode;
  children?: ReactNode;
}

/** The text box. It is uncontrolled: a script that arrives late takes over the text that was typed in it. */
export function Composer(props: ComposerProps) {
  const { conversationId, parentMessageId, choices, lastChoice, draft, prompt, send } = props;
  const gone = goneChoice({ ...props, refused: send.goneModel });
  const model = gone ? '' : (props.model?.id ?? '');
  const makes = props.model?.makes ?? 'text';
  const { isSubmitting, isBlocked, waits } = props;
  const { t } = useTranslation('chat');
  const hydrated = useHydrated();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const { ids: files, attach, paste, ...attached } = useComposerFiles({ ...props, box, form: COMPOSER_FORM });
  const templates = useTemplateList(box, text);
  const options = useComposerOptions({ ...props, typedOptions: send.refusedOptions });
  const quote = useQuote({
    conversationId,
    // A message that waits is priced without the running reply.
    parentMessageId: isSubmitting ? props.editId : parentMessageId,
    // The quote uses the options that the server has stored, so it waits for them.
    text: isBlocked || options.isKeeping || props.missingKeyButton ? '' : text,
    files,
    model,
    chosen,
  });
  useDraft(box, conversationId, draft);
  const opensForWriting = props.opensForWriting || prompt !== null || isSubmitting;
  const isNew = conversationId === null;
  const isNewTemporary = isNew && props.isTemporary;
  const path = actionPath(conversationId) + (isNewTemporary ? `?${TEMPORARY}` : '');
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    // Text typed before the script arrived counts.
    setText(box.current?.value ?? '');
    if (!opensForWriting && !(isNew && mayTakeFocus(hydrated))) return;
    const { activeElement: before } = document;
    setTimeout(() => {
      const { activeElement: now } = document;
      // A user who has meanwhile moved to something else, such as a menu, stays there.
      if (now === before || now === document.body) box.current?.focus({ preventScroll: true });
    }, REFOCUS_MS);
  }, [opensForWriting, isNew, hydrated]);
  const { fetcher, fetcherKey, sendId, error, otherError, refusedText, refusedChoice } = send;
  useEffect(() => {
    if (refusedText === null || !box.current || box.current.value !== '') return;
    putText(box.current, refusedText);
  }, [refusedText]);

  // A message that is entered while the last one is on its way follows when that one is confirmed.
  const isPressed = useRef(false);
  // Until the page moves on to the created chat, a further message would begin another one.
  const hasBegun = useRef(false);
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (error || !isNew) hasBegun.current = false;
    if (!isPressed.current || !isIdle || hasBegun.current) return;
    isPressed.current = false;
    if (!error) box.current?.form?.requestSubmit();
  }, [isIdle, isNew, error]);

  const refusal = error ?? otherError;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const { name, value, dataset } = (submitter ?? box.current) as HTMLButtonElement;
    const choosesModel = name === 'chosenModel' || (name === 'usedFile' && value.includes(' '));
    if (choosesModel) return;
    event.preventDefault();
    if (name === OPEN_BUTTON) {
      options.toggle();
      return;
    }
    if (name === 'usedFile') {
      attach([JSON.parse(dataset['file'] ?? '') as FileView]);
      box.current?.focus();
      return;
    }
    const form = new FormData(event.currentTarget);
    // Reads the box, not the state: the state may lack text that was typed before the script arrived.
    const typed = formText(form, 'text');
    if (gone) document.querySelector<HTMLElement>(`#${GONE_MODEL} button`)?.focus();
    if (isBlocked || typed.trim() === '' || model === '' || props.missingKeyButton) return;
    isPressed.current = !isIdle || hasBegun.current;
    if (isPressed.current) return;
    if (attached.waits()) return;
    options.close();
    hasBegun.current = isNew;
    form.set('intent', waits ? 'queue' : 'send');
    form.delete(ATTACHMENT_FIELD);
    fetcher.submit(form, { method: 'post', action: path });
    keepDraft(conversationId, typed);
    attached.clear();
    if (box.current) box.current.value = '';
    setText('');
    setTimeout(() => box.current?.focus(), REFOCUS_MS);
  };

  return (
    <div className="mx-auto w-full max-w-reading px-4 pb-3">
      {refusal && <LazySendError error={refusal} form={error ? COMPOSER_FORM : null} />}
      {/* Not the fetcher's own form: that one is remounted for each key and would lose the typed text. */}
      <Form
        navigate={false}
        fetcherKey={fetcherKey}
        id={COMPOSER_FORM}
        method="post"
        encType="multipart/form-data"
        // A refused form without scripts returns to this address.
        action={path}
        onSubmit={onSubmit}
        data-dropping={attached.isOver || undefined}
        className={COMPOSER_BOX}
      >
        {parentMessageId && <input type="hidden" name="parentMessageId" value={parentMessageId} />}
        <input type="hidden" name="clientMessageId" value={sendId} />
        <input type="hidden" name="model" value={model} />
        {isNewTemporary && <input type="hidden" name="temporary" value="1" />}
        {hydrated && <input type="hidden" name="enhanced" value="1" />}
        {options.parts}
        {attached.part}
        {templates.list}
        <div className="grid *:[grid-area:1/1]">
          {isBlocked && <LazyBlockedHint editId={props.editId} />}
          <MessageArea
            ref={box}
            data-draft=""
            data-focus-home=""
            // An empty box has the direction of the page, which is that of its placeholder.
            dir={text === '' ? undefined : 'auto'}
            required
            disabled={isBlocked}
            aria-label={t('composer.label')}
            placeholder={
              isBlocked
                ? ''
                : attached.isOver
                  ? t('composer.drop')
                  : t('composer.placeholder', { context: waits ? 'queue' : makes })
            }
            defaultValue={isBlocked ? '' : (refusedText ?? prompt ?? draft)}
            onInput={(event) => setText(event.currentTarget.value)}
            onPaste={paste}
          />
        </div>
        {choices.length > 0 && (
          <LazyChoices
            key={model}
            choices={choices}
            initial={refusedChoice ?? lastChoice}
            onChoose={setChosen}
          />
        )}
        {options.chips}
        {gone && <LazyGoneModel {...gone} />}
        {/* On a phone the price has a line of its own, so that the name of the model has space. */}
        <div className={CONTROL_ROW}>
          <PlusMenu kinds={FILE_KINDS} disabled={isBlocked} onFiles={attach} onTemplates={templates.open} />
          {props.model ? (
            <ModelMenu models={props.models} model={props.model} gone={gone?.name ?? null} />
          ) : (
            <p className="px-2 text-sm text-text-muted">{t('model.noneEnabled')}</p>
          )}
          {options.button}
          <span className="min-w-0 grow px-2 max-sm:order-first max-sm:basis-full" aria-live="polite">
            {attached.isWaiting ? (
              <span className="text-xs text-text-muted">{t('composer.waiting')}</span>
            ) : (
              <Quote quote={quote} prices={gone ? '' : (props.model?.prices ?? '')} />
            )}
          </span>
          {/* Without scripts the stop button is in the reply's own frame and disappears with it; a message
             sent meanwhile is queued. */}
          <span className="ms-auto flex shrink-0 items-center gap-1">
            {props.missingKeyButton ?? (
              <SendButton
                hasText={text.trim() !== ''}
                isStop={isSubmitting && hydrated}
                waits={waits}
                disabled={isBlocked || model === ''}
              />
            )}
          </span>
        </div>
      </Form>
    </div>
  );
}

/**
 * Returns whether to focus the box of a new conversation: only on devices where no keyboard covers the page.
 * On a page that has just loaded, the user may already be elsewhere.
 */
function mayTakeFocus(hasLoadedBefore: boolean): boolean {
  return matchMedia('(hover)').matches && (hasLoadedBefore || document.activeElement === document.body);
}
