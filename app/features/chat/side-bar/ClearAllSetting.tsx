import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { ChatForm } from '#app/features/chat/send/ChatForm.tsx';

/** Setting that deletes all conversations, with two presses. */
export function ClearAllSetting({ current }: { current: string | null }) {
  const { t } = useTranslation('chat');
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <span className="font-medium">{t('list.clear')}</span>
      <ChatForm intent="clear" conversationId={current}>
        <ConfirmButton confirm={t('list.clearConfirm')}>{t('list.delete')}</ConfirmButton>
      </ChatForm>
    </div>
  );
}
