import { Link } from '@remix-run/react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { FileView } from '#app/contracts/files/file-view.ts';
import { TRASH_DAYS } from '#app/contracts/trash.ts';
import { useConversation, type OpenFormKind } from '#app/features/chat/conversation/conversation-context.ts';
import { canSubmitEdit } from './availability.ts';
import type { ViewMessage } from './view-message.ts';
import { actionPath, ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { EditFields } from '#app/features/chat/conversation/EditFields.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Select } from '#app/ui/components/form/Select.tsx';
import { Film } from '#app/ui/icons/lucide.ts';

/** The form that is open in place of a message or below it; its script loads with the first one. */
export function OpenForm({ message, form }: { message: ViewMessage; form: OpenFormKind }) {
  if (form === 'delete') return <DeleteForm message={message} />;
  return form === 'edit' ? <EditForm message={message} /> : <AgainForm message={message} />;
}

/**
 * Form to edit the text of a message: save, save and submit, or cancel. A user's message is sent again as
 * another version; a reply is continued from the end of its edited text.
 */
function EditForm({ message }: { message: ViewMessage }) {
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
        // A submitted reply is the beginning of its own continuation.
        parentMessageId: message.isCreatedByUser ? message.parentMessageId : message.messageId,
        clientMessageId: sendId,
        model,
      }}
    >
      <AttachedFiles files={message.files} />
      <EditFields text={message.text} label={t('message.editLabel')} className="max-h-[60dvh]">
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
      </EditFields>
    </ChatForm>
  );
}

/**
 * The images and videos of a message that is being edited: they are sent with the new text, except for
 * unticked ones.
 */
function AttachedFiles({ files }: { files: readonly FileView[] }) {
  const { t } = useTranslation('chat');
  if (files.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1 text-sm text-text-muted">{t('message.keptPictures')}</legend>
      {files.map(({ file_id: id, filename, preview }) => (
        <label
          key={id}
          className="flex control items-center gap-2 rounded-control border border-line py-1 ps-1 pe-3"
        >
          {preview ? (
            <img
              src={preview}
              alt=""
              width={36}
              height={36}
              className="size-9 rounded-control object-cover"
            />
          ) : (
            <span className="grid size-9 place-items-center rounded-control bg-surface-sunken text-text-muted">
              <Icon of={Film} size={20} />
            </span>
          )}
          <input type="checkbox" name="files" value={id} defaultChecked className="size-4 accent-accent" />
          <bdi dir="auto" className="max-w-40 truncate text-sm">
            {filename}
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** Form below a reply: another model answers the same message. The reply stays as another version. */
function AgainForm({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, models, sendId, isResting, closeForm } = useConversation();
  const id = useId();
  // Preselects a model other than that of this reply.
  const other = models.find(({ model }) => model !== message.model);
  return (
    <ChatForm
      intent="regenerate"
      conversationId={conversationId}
      data-focus-after={`again-${message.messageId}`}
      className="my-2 flex flex-col gap-3 rounded-card border border-line bg-surface-raised p-4"
      fields={{ clientMessageId: sendId, parentMessageId: message.parentMessageId }}
    >
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t('message.againWith')}
        </label>
        <Select
          id={id}
          name="model"
          defaultValue={other?.id}
          ref={focusOnce}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeForm();
          }}
        >
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.name} · {model.prices}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to={actionPath(conversationId)}
          replace
          preventScrollReset
          className={buttonClasses({ variant: 'plain' })}
        >
          {t('message.cancel')}
        </Link>
        <Button variant="primary" aria-disabled={isResting || undefined}>
          {t('message.regenerate')}
        </Button>
      </div>
    </ChatForm>
  );
}

/** Form below a message: it is deleted alone, or with all that follows it. Both can be restored. */
function DeleteForm({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, closeForm } = useConversation();
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') closeForm();
  };
  return (
    <ChatForm
      intent="delete-message"
      conversationId={conversationId}
      onDone={closeForm}
      data-focus-after={`delete-${message.messageId}`}
      className="my-2 rounded-card border border-line bg-surface-raised p-4"
      fields={{ messageId: message.messageId }}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium">{t('message.deleteWhat')}</legend>
        <p className="text-sm text-text-muted">{t('trash.restorable', { count: TRASH_DAYS })}</p>
        <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
          <Link
            to={actionPath(conversationId)}
            replace
            preventScrollReset
            ref={focusOnce}
            onKeyDown={onKeyDown}
            className={buttonClasses({ variant: 'plain' })}
          >
            {t('message.cancel')}
          </Link>
          <Button name="scope" value="message" onKeyDown={onKeyDown}>
            {t('message.deleteOne')}
          </Button>
          <Button name="scope" value="branch" variant="danger" onKeyDown={onKeyDown}>
            {t('message.deleteBranch')}
          </Button>
        </div>
      </fieldset>
    </ChatForm>
  );
}

function focusOnce(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
}
