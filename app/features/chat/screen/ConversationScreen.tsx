import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionAnswer } from '../actions/action-answer.ts';
import { Composer } from '../composer/Composer.tsx';
import { useBoxKey } from '../composer/use-box-key.ts';
import { useSend } from '../composer/use-send.ts';
import { Landing } from '../landing/Landing.tsx';
import { ConversationProvider } from '../messages/conversation-context.ts';
import { FloatingButtons } from '../messages/FloatingButtons.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { PendingTurn } from '../messages/PendingTurn.tsx';
import { SpokenStatus } from './SpokenStatus.tsx';
import type { ConversationData } from './conversation-data.ts';
import { Notices } from './Notices.tsx';
import { ScrollButton } from './ScrollButton.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';
import { useBranch } from './use-branch.ts';
import { useCodeCopy } from './use-code-copy.ts';
import { useFacts } from './use-facts.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useRest } from './use-rest.ts';
import { useStop } from './use-stop.ts';
import { useTitleRefresh } from './use-title-refresh.ts';

interface ConversationScreenProps {
  data: ConversationData;
  /** What a form that was sent without scripts came back with. */
  formAnswer: ActionAnswer | undefined;
  /** Stands in place of the send button; null where nothing keeps from sending. */
  setKey: ReactNode;
}

/** A conversation: its messages, and the text box under them. */
export function ConversationScreen({ data, formAnswer, setKey }: ConversationScreenProps) {
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
  const { isAway, toEnd, letGo } = useAutoScroll(view, content, { conversation: conversationId, isSending });
  useCodeCopy(content);
  useTitleRefresh({ isFirst: shown.length <= 2, isSubmitting });
  const isResting = useRest(isSubmitting);
  const stopping = useStop({ conversationId, isSending, isSubmitting, isRefused: send.error !== null });
  const facts = useFacts(data, shown, { isSubmitting, isResting, ...stopping });
  const keepPlace = useKeptPlace(view, shown, letGo);
  return (
    <ConversationProvider value={facts}>
      <div className={`flex min-h-0 grow flex-col ${isEmpty ? 'overflow-y-auto' : ''}`}>
        <div
          ref={view}
          tabIndex={-1}
          className={isEmpty ? 'flex shrink-0 grow flex-col' : 'min-h-0 grow overflow-y-auto outline-none'}
        >
          <div
            ref={content}
            onSubmit={keepPlace}
            className="mx-auto flex w-full max-w-reading grow flex-col px-4"
          >
            <Notices data={data} />
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
            />
            {isSending && <PendingTurn text={send.pendingText} files={send.pendingFiles} />}
            <span id="latest" />
          </div>
        </div>
        <div className="relative shrink-0">
          <ScrollButton isShown={isAway} onPress={() => toEnd('smooth')} />
          {!isEmpty && <FloatingButtons latest={latest ?? null} />}
          <Composer
            // While it is closed it is another box.
            key={`${boxKey} ${isBlocked}`}
            conversationId={conversationId}
            parentMessageId={latest?.messageId ?? null}
            model={model}
            choices={data.choices}
            lastChoice={data.lastChoice}
            options={data.options}
            presets={data.presets}
            opensOptions={data.opensOptions}
            draft={data.draft}
            draftFiles={data.draftFiles}
            prompt={data.prompt}
            send={send}
            isSubmitting={isSubmitting}
            isBlocked={isBlocked}
            setKey={setKey}
          />
        </div>
        {isEmpty && (
          <Landing makes={model?.makes ?? 'text'} knowledgeCutoff={model?.knowledgeCutoff ?? null} />
        )}
      </div>
      <SpokenStatus isSubmitting={isSubmitting} latest={latest} />
    </ConversationProvider>
  );
}
