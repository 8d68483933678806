import { Link } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Select } from '#app/ui/components/form/Select.tsx';
import { actionPath, ChatForm } from '../../forms/ChatForm.tsx';
import { useConversation } from '../conversation-context.ts';
import type { ViewMessage } from '../view-message.ts';

/** Below a reply: which model answers the same message again. The reply stays as another version. */
export function AgainForm({ message }: { message: ViewMessage }) {
  const { t } = useTranslation('chat');
  const { conversationId, models, sendId, isResting, closeForm } = useConversation();
  const id = useId();
  // Most likely another one than that of this reply.
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

function focusOnce(select: HTMLSelectElement | null): void {
  select?.focus({ preventScroll: true });
}
