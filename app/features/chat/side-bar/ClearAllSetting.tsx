import { useTranslation } from 'react-i18next';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';

/** Setting that deletes all chats, with two presses; the second button names their number. */
export function ClearAllSetting({ chats }: { chats: number }) {
  const { t } = useTranslation('chat');
  return (
    <div className="flex items-center justify-between gap-4 py-4 last-of-type:pb-0">
      <span className="font-medium">{t('list.clear')}</span>
      {chats === 0 ? (
        <span className="text-text-muted">{t('list.none')}</span>
      ) : (
        <ChatForm intent="clear" conversationId={null}>
          <ConfirmButton confirm={t('list.clearConfirm', { count: chats })}>{t('list.delete')}</ConfirmButton>
        </ChatForm>
      )}
    </div>
  );
}
