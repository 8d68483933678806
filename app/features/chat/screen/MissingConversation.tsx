import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { MessageCircleQuestion } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { ErrorPanel } from '#app/ui/errors/ErrorPanel.tsx';

/**
 * Replaces a conversation that does not exist or belongs to another user; the application handles other
 * errors.
 */
export function MissingConversation() {
  const { t } = useTranslation('chat');
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPanel />;
  return (
    <div className="flex grow flex-col justify-center">
      <h1 className="sr-only">{t('missing.title')}</h1>
      <EmptyState
        icon={MessageCircleQuestion}
        title={t('missing.title')}
        text={t('missing.text')}
        action={
          <LinkButton to="/chat/new" variant="primary">
            {t('missing.start')}
          </LinkButton>
        }
      />
    </div>
  );
}
