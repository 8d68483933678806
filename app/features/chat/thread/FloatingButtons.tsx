import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { ArrowRight, Plus, RefreshCw, Square, type Drawing } from '#app/ui/icons/lucide.ts';
import { canContinue, canRegenerate } from './availability.ts';
import type { ViewMessage } from './view-message.ts';

const WINDOW_MS = 200;

/** They lie on the composer's upper edge, over the end of the messages. */
const QUIET = 'border-line! bg-surface-raised text-text-muted! pointer-fine:min-h-8!';

/**
 * New, Regenerate, Continue and Stop on the edge of the text box, for large screens. Each button has its own slot,
 * which stays empty without it, so that nothing moves under the pointer. `latest` is null when the page does
 * not contain it.
 */
export function FloatingButtons({ latest }: { latest: ViewMessage | null }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, sendId, isSubmitting, isResting, isStopping, openForm, openId, stop } =
    useConversation();
  const hydrated = useHydrated();
  const { justStopped, noteStop } = useJustStopped(isSubmitting);
  const at = { isLatest: true, isEditing: openForm === 'edit' && openId === latest?.messageId, isSubmitting };
  const send = { clientMessageId: sendId, model };
  const mayContinue = latest && (canContinue(latest, at) || (justStopped && !isSubmitting));
  const look = { size: 'small', className: joinClasses(QUIET, 'arm-slowly') } as const;
  return (
    <div
      data-floating=""
      className="pointer-events-none absolute inset-x-0 bottom-full mx-auto flex w-full max-w-reading gap-2 px-4 pb-1.5 max-[769px]:hidden [&_:is(a,button)]:pointer-events-auto"
    >
      <Slot icon={Plus} words={t('newChat')}>
        {(face) => (
          <LinkButton to="/chat/new" size="small" className={QUIET}>
            {face}
          </LinkButton>
        )}
      </Slot>
      <Slot icon={RefreshCw} words={t('message.regenerate')}>
        {latest &&
          canRegenerate(latest, at) &&
          ((face) => (
            <ChatForm
              intent="regenerate"
              conversationId={conversationId}
              fields={{ ...send, parentMessageId: latest.parentMessageId }}
            >
              <Button {...look} aria-disabled={isResting || undefined}>
                {face}
              </Button>
            </ChatForm>
          ))}
      </Slot>
      <Slot icon={ArrowRight} mirror words={t('message.continue')}>
        {mayContinue &&
          ((face) => (
            <ChatForm
              intent="continue"
              conversationId={conversationId}
              fields={{ ...send, parentMessageId: latest.messageId }}
            >
              <Button {...look} aria-disabled={isResting || undefined}>
                {face}
              </Button>
            </ChatForm>
          ))}
      </Slot>
      <span className="grow" />
      <Slot icon={Square} words={t('composer.stop')}>
        {/* The button stays while it ignores presses, so that a second Enter reaches the same button. */}
        {hydrated &&
          (isSubmitting || isResting) &&
          ((face) => (
            <Button
              type="button"
              size="small"
              className={QUIET}
              aria-disabled={isSubmitting && !isStopping ? undefined : true}
              onClick={() => {
                if (!isSubmitting || isStopping) return;
                stop();
                noteStop();
              }}
            >
              {face}
            </Button>
          ))}
      </Slot>
    </div>
  );
}

interface SlotProps {
  icon: Drawing;
  mirror?: boolean;
  words: string;
  /** Renders the button around its content; empty when it is not offered. */
  children: ((face: ReactNode) => ReactNode) | false | null;
}

/** Space for one button, with the button's width whether it is present or not. */
function Slot({ icon, mirror, words, children }: SlotProps) {
  const face = (
    <>
      <Icon of={icon} mirror={mirror} />
      {words}
    </>
  );
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <span aria-hidden className={buttonClasses({ size: 'small' }, joinClasses(QUIET, 'invisible'))}>
        {face}
      </span>
      {children && children(face)}
    </div>
  );
}

/**
 * True for 200 ms after a stop has ended a reply: Continue appears at once, before the end of the reply is
 * stored.
 */
function useJustStopped(isSubmitting: boolean) {
  const [justStopped, setJustStopped] = useState(false);
  const isStopRequested = useRef(false);
  useEffect(() => {
    if (isSubmitting || !isStopRequested.current) return;
    isStopRequested.current = false;
    setJustStopped(true);
    const timer = setTimeout(() => setJustStopped(false), WINDOW_MS);
    return () => clearTimeout(timer);
  }, [isSubmitting]);
  const noteStop = useCallback(() => {
    isStopRequested.current = true;
  }, []);
  return { justStopped, noteStop };
}
