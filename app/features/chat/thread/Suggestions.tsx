import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { useConversation } from '#app/features/chat/conversation/conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** Follow-up questions that the service suggests, under the last reply; a press sends one. */
export function Suggestions({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, sendId, isSubmitting, isResting } = useConversation();
  if (isSubmitting || message.error || message.unfinished) return null;
  const fields = { clientMessageId: sendId, model, parentMessageId: message.messageId, suggested: '1' };
  return (
    <ChatForm intent="send" conversationId={conversationId} fields={fields} className="mt-2">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('message.suggestions')}</legend>
        {message.suggestions.map((text) => (
          <Button
            key={text}
            name="text"
            value={text}
            size="small"
            aria-disabled={isResting || undefined}
            className="arm-slowly max-w-full py-1.5 text-start font-normal whitespace-normal"
          >
            <bdi>{text}</bdi>
          </Button>
        ))}
      </fieldset>
    </ChatForm>
  );
}
