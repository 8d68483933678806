import { useRouteError } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { describeError } from '#app/ui/errors/error-kind.ts';
import { ErrorPage } from '#app/ui/errors/ErrorPage.tsx';
import { CircleHelp } from '#app/ui/icons/lucide.ts';
import { Wordmark } from '#app/ui/layout/Wordmark.tsx';

/**
 * The page of every link that does not open: it does not reveal whether there was one. Its texts come with
 * every page, because the loader has thrown.
 */
export function MissingSharePage() {
  const { t } = useTranslation('site');
  if (describeError(useRouteError()).status !== 404) return <ErrorPage />;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center px-3 md:px-5">
        <Wordmark />
      </header>
      <main className="flex grow flex-col justify-center">
        <h1 className="sr-only">{t('sharedGone.title')}</h1>
        <EmptyState
          icon={CircleHelp}
          title={t('sharedGone.title')}
          text={t('sharedGone.text')}
          action={<LinkButton to="/">{t('home')}</LinkButton>}
        />
      </main>
    </div>
  );
}
