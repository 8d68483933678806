import { CircleAlert } from '#app/ui/icons/lucide.ts';
import { useId } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { canRegenerate } from './availability.ts';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import { useFailureWords } from './use-failure-words.ts';
import type { ViewMessage } from './view-message.ts';

/** Card of a failed reply: the reason, the text that was stored, the cost, and the next steps. */
export function FailedReply({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, models, sendId, isSubmitting, isResting } = useConversation();
  const { title, sentence, to, detail, saved, cost } = useFailureWords()(message);
  const titleId = useId();
  const { messageId, parentMessageId, generationId } = message;
  return (
    <section
      aria-labelledby={titleId}
      className="my-2 flex gap-3 rounded-card border border-line bg-surface-raised p-4"
    >
      <span className="text-bad">
        <Icon of={CircleAlert} size={20} />
      </span>
      <div className="flex min-w-0 grow flex-col gap-1">
        <p id={titleId} className="font-semibold">
          {title}
        </p>
        <ErrorSentence sentence={sentence} to={to} />
        {detail && (
          <p dir="auto" className="font-mono text-sm break-words text-text-muted">
            {detail}
          </p>
        )}
        <p className="text-text-muted">
          {saved} {cost}
          {generationId !== null && cost && (
            <>
              {' '}
              <TextLink to={`/usage/receipts/${generationId}`}>{t('message.receipt')}</TextLink>
            </>
          )}
        </p>
        {canRegenerate(message, { isEditing: false, isSubmitting }) && (
          <div className="mt-2 flex flex-wrap gap-2">
            <ChatForm
              intent="regenerate"
              conversationId={conversationId}
              fields={{ clientMessageId: sendId, model, parentMessageId }}
            >
              <Button
                data-focus-home=""
                size="small"
                variant="primary"
                className="arm-slowly"
                aria-disabled={isResting || undefined}
              >
                {t('failed.retry')}
              </Button>
            </ChatForm>
            {models.length > 1 && (
              <LinkButton
                id={`again-${messageId}`}
                to={`?again=${messageId}`}
                size="small"
                replace
                preventScrollReset
              >
                {t('message.otherModel')}
              </LinkButton>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
