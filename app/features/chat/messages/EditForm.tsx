import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/Button.tsx';
import { buttonClasses } from '#app/ui/components/button-look.ts';
import { TextArea } from '#app/ui/components/TextArea.tsx';
import { actionPath, ChatForm } from '../forms/ChatForm.tsx';
import { useConversation } from './conversation-context.ts';
import type { ViewMessage } from './view-message.ts';

/** The text of a message to change: save it, save it and ask again (own messages), or leave it. */
export function EditForm({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, sendId, closeForm } = useConversation();
  return (
    <ChatForm
      conversationId={conversationId}
      onDone={closeForm}
      data-focus-after={`edit-${message.messageId}`}
      className="flex flex-col gap-2"
      fields={{
        messageId: message.messageId,
        parentMessageId: message.parentMessageId,
        clientMessageId: sendId,
        model,
      }}
    >
      <TextArea
        name="text"
        required
        defaultValue={message.text}
        aria-label={t('message.editLabel')}
        className="max-h-[60dvh] text-md leading-reading md:text-md"
        ref={focusAtEnd}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeForm();
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to={actionPath(conversationId)}
          replace
          preventScrollReset
          className={buttonClasses({ variant: 'plain' })}
        >
          {t('message.cancel')}
        </Link>
        <Button name="intent" value="save-edit">
          {t('message.save')}
        </Button>
        {message.isCreatedByUser && (
          <Button name="intent" value="edit" variant="primary">
            {t('message.saveAndSubmit')}
          </Button>
        )}
      </div>
    </ChatForm>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area || document.activeElement === area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
}
