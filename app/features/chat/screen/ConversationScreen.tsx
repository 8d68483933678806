import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ConversationProvider } from '#app/features/chat/conversation/conversation-context.ts';
import { Landing } from './Landing.tsx';
import { FormulaStyles } from '#app/ui/markdown/FormulaStyles.tsx';
import { useCodeCopy } from '#app/ui/markdown/use-code-copy.ts';
import { Composer } from '#app/features/chat/send/Composer.tsx';
import type { ActionAnswer } from '#app/features/chat/conversation/action-answer.ts';
import { useBoxKey, useSend } from '#app/features/chat/send/use-send.ts';
import { MessageList } from '#app/features/chat/thread/MessageList.tsx';
import { PendingTurn } from '#app/features/chat/thread/OwnMessage.tsx';
import { useReload } from '#app/ui/live/use-reload.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { ArrowDown } from '#app/ui/icons/lucide.ts';
import type { Announcer as Announced } from './Announcer.tsx';
import type { ConversationData } from './conversation-data.ts';
import { useBranch, useFacts, useRest, useStop } from './conversation-state.ts';
import { useAutoScroll, useSwitchPosition } from './scroll-position.ts';

interface ConversationScreenProps {
  data: ConversationData;
  /** Result of a form that was sent without scripts. */
  formAnswer: ActionAnswer | undefined;
  /** Replaces the send button when a key is missing; null when sending is possible. */
  missingKeyButton: ReactNode;
}

/** A new chat has none. */
const FloatingButtons = lazyPart(
  'floating-buttons',
  async () => (await import('#app/features/chat/thread/FloatingButtons.tsx')).FloatingButtons,
);
const Announcer = lazyPart('announcer', async () => (await import('./Announcer.tsx')).Announcer);

const TemporaryBanner = lazyPart(
  'temporary',
  async () => (await import('./TemporaryBanner.tsx')).TemporaryBanner,
);
const LazyQueue = lazyPart(
  'queued-messages',
  async () => (await import('#app/features/chat/send/QueuedMessages.tsx')).QueuedMessages,
);

const REFRESH_AFTER_MS = [2000, 5000];

/** A conversation: its messages, and the text box below them. */
export function ConversationScreen({ data, formAnswer, missingKeyButton }: ConversationScreenProps) {
  const { t } = useTranslation('chat');
  const { conversationId, model } = data;
  const send = useSend(conversationId, data.sendId, formAnswer);
  const { shown, hasEarlier, isLoading, loadEarlier } = useBranch(data);
  const latest = data.isPiece ? undefined : shown.at(-1);
  const isSending = send.pendingText !== null;
  const isSubmitting = isSending || data.isReplying || shown.some((message) => message.submitting);
  const isBlocked = !isSubmitting && latest !== undefined && (latest.error || latest.unfinished);
  const boxKey = useBoxKey(data, isSending, send.error !== null);
  const isEmpty = shown.length === 0 && !isSending;
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAway, toEnd, stopFollowing } = useAutoScroll(view, content, {
    conversation: conversationId,
    foundId: data.foundId,
    isSending,
  });
  useCodeCopy(content);
  useTitleRefresh({ isFirst: shown.length <= 2, isSubmitting });
  const isResting = useRest(isSubmitting);
  const stopping = useStop({ conversationId, isSending, isSubmitting, isRefused: send.error !== null });
  const facts = useFacts(data, shown, { isSubmitting, isResting, ...stopping });
  const keepPlace = useSwitchPosition(view, shown, stopFollowing);
  return (
    <ConversationProvider value={facts}>
      <div className={`flex min-h-0 grow flex-col ${isEmpty ? 'overflow-y-auto' : ''}`}>
        <div
          ref={view}
          tabIndex={-1}
          className={
            isEmpty
              ? 'flex shrink-0 flex-col sm:min-h-[calc(50dvh-12rem)]'
              : 'min-h-0 grow overflow-y-auto outline-none'
          }
        >
          <div
            ref={content}
            onSubmit={keepPlace}
            className={`mx-auto flex w-full max-w-reading grow flex-col px-4 ${isEmpty ? '' : 'md:pb-10'}`}
          >
            <Notices data={data} />
            {data.foundId !== null && <BackToBranch conversationId={conversationId} />}
            <h1
              className={isEmpty ? 'mt-auto py-8 text-center text-balance text-xl font-semibold' : 'sr-only'}
            >
              {isEmpty ? t('landing.greeting', { context: model?.makes }) : data.title}
            </h1>
            <MessageList
              messages={shown}
              hasEarlier={hasEarlier}
              isLoadingEarlier={isLoading}
              onEarlier={loadEarlier}
              isPiece={data.isPiece}
              foundId={data.foundId}
            />
            {isSending && <PendingTurn text={send.pendingText} files={send.pendingFiles} />}
            <span id="latest" />
          </div>
        </div>
        <div className="relative shrink-0">
          <ScrollButton isShown={isAway} onPress={() => toEnd('smooth')} />
          {!isEmpty && <FloatingButtons latest={latest ?? null} />}
          {data.temporary && <TemporaryBanner {...data.temporary} conversationId={conversationId} />}
          {data.queue.length > 0 && <LazyQueue queue={data.queue} editedId={data.editedInQueue} />}
          <Composer
            // A blocked box is a different element.
            key={`${boxKey} ${isBlocked}`}
            conversationId={conversationId}
            parentMessageId={latest?.messageId ?? null}
            model={model}
            gone={data.gone}
            models={data.models}
            choices={data.choices}
            lastChoice={data.lastChoice}
            options={data.options}
            presets={data.presets}
            opensOptions={data.opensOptions}
            draft={data.draft}
            draftFiles={data.draftFiles}
            prompt={data.prompt}
            opensForWriting={data.opensForWriting}
            isTemporary={data.temporary !== null}
            send={send}
            isSubmitting={isSubmitting}
            waits={isSubmitting || (data.queue[0] !== undefined && data.queue[0].state !== 'held')}
            isBlocked={isBlocked}
            editId={latest?.parentMessageId ?? null}
            missingKeyButton={missingKeyButton}
          />
        </div>
        {isEmpty && (
          <Landing
            makes={model?.makes ?? 'text'}
            knowledgeCutoff={model?.knowledgeCutoff ?? null}
            isTemporary={data.temporary !== null}
          />
        )}
      </div>
      <SpokenStatus isSubmitting={isSubmitting} latest={latest} />
    </ConversationProvider>
  );
}

/** Notices to read first: another model replaces a retired one, the text of the address was too long. */
function Notices({ data: { retired, model, math, isPromptCut } }: { data: ConversationData }) {
  const { t } = useTranslation('chat');
  return (
    <>
      {math && <FormulaStyles />}
      {retired && model && (
        <Banner className="mt-3">{t('model.retired', { old: retired, model: model.name })}</Banner>
      )}
      {isPromptCut && <Banner className="mt-3">{t('composer.cut')}</Banner>}
    </>
  );
}

/** Leads from a found message back to the branch that the reader has chosen; stays in view. */
function BackToBranch({ conversationId }: { conversationId: string | null }) {
  const { t } = useTranslation('chat');
  return (
    <p className="sticky top-0 z-10 flex justify-center bg-surface py-2">
      <LinkButton to={`/chat/${conversationId ?? ''}#latest`} size="small">
        {t('message.branch')}
      </LinkButton>
    </p>
  );
}

/** Floats over the text box while the reader is away from the end; appears and disappears within 400 ms. */
function ScrollButton({ isShown, onPress }: { isShown: boolean; onPress: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      disabled={!isShown}
      aria-label={t('message.toBottom')}
      title={t('message.toBottom')}
      onClick={onPress}
      className="absolute inset-x-0 bottom-full mx-auto mb-2 grid control-square w-0 place-items-center transition-[opacity,visibility] duration-400 disabled:invisible disabled:opacity-0 rounded-full border border-line-strong bg-surface-raised text-text-muted shadow-float hover:text-text"
    >
      <Icon of={ArrowDown} />
    </button>
  );
}

/** Reports replies to screen readers; its script loads with the page, after the visible parts. */
function SpokenStatus(props: ComponentProps<typeof Announced>) {
  return useHydrated() ? <Announcer {...props} /> : null;
}

/**
 * Reloads the list 2 s and 5 s after the first reply of a conversation has ended, when its title should be
 * ready. A title that comes later arrives as an event.
 */
function useTitleRefresh({ isFirst, isSubmitting }: { isFirst: boolean; isSubmitting: boolean }): void {
  const reload = useReload();
  const wasSubmitting = useRef(isSubmitting);
  useEffect(() => {
    const ended = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    if (!ended || !isFirst) return;
    const timers = REFRESH_AFTER_MS.map((after) => setTimeout(reload, after));
    return () => timers.forEach(clearTimeout);
  }, [isFirst, isSubmitting, reload]);
}
