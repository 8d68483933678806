import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TRASH_DAYS } from '#app/contracts/trash.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';

/** Setting that moves all chats to the trash, with two presses; the second button names their number. */
export function ClearAllSetting({ chats }: { chats: number }) {
  const { t } = useTranslation('chat');
  return (
    <div className="flex items-center justify-between gap-4 py-4 last-of-type:pb-0">
      <span>
        <span className="block font-medium">{t('list.clear')}</span>
        <span className="text-sm text-text-muted">{t('list.clearHelp', { count: TRASH_DAYS })}</span>
      </span>
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
