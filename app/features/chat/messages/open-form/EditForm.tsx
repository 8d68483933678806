import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { TextArea } from '#app/ui/components/form/TextArea.tsx';
import { actionPath, ChatForm } from '../../forms/ChatForm.tsx';
import { canSubmitEdit } from '../availability.ts';
import { KeptPictures } from '../pictures/KeptPictures.tsx';
import { useConversation } from '../conversation-context.ts';
import type { ViewMessage } from '../view-message.ts';

/**
 * The text of a message to change: save it, save it and submit it, or leave it. An own message is asked anew as
 * another version; a reply goes on from where its changed text ends.
 */
export function EditForm({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, model, sendId, isResting, closeForm } = useConversation();
  return (
    <ChatForm
      conversationId={conversationId}
      onDone={closeForm}
      data-focus-after={`edit-${message.messageId}`}
      className="flex flex-col gap-2"
      fields={{
        messageId: message.messageId,
        // What is submitted of a reply is its own beginning: it goes on from there.
        parentMessageId: message.isCreatedByUser ? message.parentMessageId : message.messageId,
        clientMessageId: sendId,
        model,
      }}
    >
      <KeptPictures files={message.files} />
      <TextArea
        name="text"
        required
        defaultValue={message.text}
        aria-label={t('message.editLabel')}
        className="max-h-[60dvh] text-md leading-reading md:text-md"
        ref={beginEditing}
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
        {canSubmitEdit(message) && (
          <Button
            name="intent"
            value={message.isCreatedByUser ? 'edit' : 'continue'}
            variant="primary"
            aria-disabled={isResting || undefined}
          >
            {t('message.saveAndSubmit')}
          </Button>
        )}
      </div>
    </ChatForm>
  );
}

/** The cursor stands at the end of the text, and box and buttons are in sight: a long reply has just become short. */
function beginEditing(area: HTMLTextAreaElement | null): void {
  if (!area || document.activeElement === area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
  area.scrollTop = area.scrollHeight;
  area.form?.scrollIntoView({ block: 'nearest' });
}
