import { ArrowUp, Square } from '#app/ui/icons/lucide.ts';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { lazyPart } from '#app/ui/fetch/lazy-part.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { sendClasses } from '#app/ui/composer/composer-look.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';

const LazyQueueButton = lazyPart('queue', async () => (await import('./QueueButton.tsx')).QueueButton);

interface SendButtonProps {
  hasText: boolean;
  disabled: boolean;
  /** True when it stops the running reply. */
  isStop: boolean;
  /** The message is queued. */
  waits: boolean;
}

/**
 * Sends; green when there is something to send. While a reply runs, the same button stops it on a small
 * screen; on a large one dots stand in its place, and the floating Stop is above the box. With text in the box
 * a button that queues it is there. It ignores presses for a moment after it has changed.
 */
export function SendButton({ hasText, disabled, isStop, waits }: SendButtonProps) {
  const { t } = useTranslation('chat');
  const { isResting, isStopping, stop } = useConversation();
  const sends = waits ? 'queue.add' : 'composer.send';
  const label = t(isStop ? (isStopping ? 'composer.stopping' : 'composer.stop') : sends);
  const isIdle = isResting || (isStop && isStopping);
  return (
    <>
      {isStop && (
        <span
          className={joinClasses(
            'grid min-w-9 shrink-0 place-items-center text-text-muted',
            !hasText && 'max-[769px]:hidden',
          )}
        >
          <LazyQueueButton hasText={hasText} disabled={disabled} />
        </span>
      )}
      <button
        type={isStop ? 'button' : 'submit'}
        name="intent"
        value={waits ? 'queue' : 'send'}
        disabled={disabled && !isStop}
        data-stop={isStop || undefined}
        aria-disabled={isIdle || undefined}
        title={label}
        aria-label={label}
        onKeyDown={ignoreRepeats}
        onClick={(event) => {
          if (isIdle) event.preventDefault();
          else if (isStop) stop();
        }}
        className={joinClasses(sendClasses({ isStop, isReady: hasText }), isStop && 'min-[769px]:hidden')}
      >
        <Icon of={isStop ? Square : ArrowUp} size={isStop ? 16 : 20} />
      </button>
    </>
  );
}

/** Ignores key repeats, so that a held key counts as one press. */
function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
