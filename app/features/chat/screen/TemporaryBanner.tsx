import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ChatForm } from '#app/features/chat/conversation/ChatForm.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { partsOf } from '#app/ui/errors/error-words.ts';
import type { TemporaryFacts } from './conversation-data.ts';

interface TemporaryBannerProps extends TemporaryFacts {
  conversationId: string | null;
}

/** Over the text box of a temporary chat: when it is deleted, and a button that keeps it. */
export function TemporaryBanner({ conversationId, endsAt, isSoon }: TemporaryBannerProps) {
  const { t } = useTranslation('chat');
  // The mark has no text of its own: it is the place of the date.
  const [before, , after] = partsOf(t('temporary.text'));
  return (
    <div className="mx-auto w-full max-w-reading px-4 pb-2">
      <Banner
        action={
          conversationId && (
            <ChatForm intent="keep" conversationId={conversationId} fields={{ target: conversationId }}>
              <Button size="small">{t('temporary.keep')}</Button>
            </ChatForm>
          )
        }
      >
        <p className="text-sm">
          {before}
          <DateTime at={endsAt} show={isSoon ? 'datetime' : 'date'} />
          {after}
        </p>
      </Banner>
    </div>
  );
}
