import { useRouteError, useRouteLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { useRequestFacts } from '#app/ui/i18n/request-facts.ts';
import { describeError } from './error-kind.ts';

/**
 * Shows an error that a route threw, inside the layout around it. Internal details are never shown: only a
 * status, a text, links, and the id under which the log has the details.
 */
export function ErrorPanel() {
  const error = useRouteError();
  const page = useRouteLoaderData<{ requestId: string }>('root');
  const { requestId } = useRequestFacts();
  // The document's id belongs to this error only if the document was an error page from its first byte.
  const hydrated = useHydrated();
  const [first] = useState(!hydrated);
  return (
    <div className="mx-auto flex max-w-md grow flex-col justify-center gap-4 px-6 py-16">
      {page ? <KnownError error={error} /> : <Crash />}
      {first && requestId && (
        <p className="text-sm text-text-faint">
          <code className="font-mono">{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** Without the root loader only few texts are available, and links load a whole document. */
function Crash() {
  const { t } = useTranslation('crash');
  return (
    <>
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <p className="text-md text-text-muted">{t('text')}</p>
      <p>
        <a href="/" className={buttonClasses({ variant: 'primary' })}>
          {t('home')}
        </a>
      </p>
    </>
  );
}

/** Text and links for an error that a route threw. */
function KnownError({ error }: { error: unknown }) {
  const { t } = useTranslation('site');
  const { status, kind } = describeError(error);
  return (
    <>
      <p className="font-mono text-sm text-text-faint">{status}</p>
      <h1 className="text-xl font-semibold">{t(`${kind}.title`)}</h1>
      <p className="text-md text-text-muted">{t(`${kind}.text`)}</p>
      <p className="mt-2 flex flex-wrap gap-3">
        <LinkButton to="/chat/new" variant="primary" reloadDocument>
          {t('startNew')}
        </LinkButton>
        <LinkButton to="/" variant="quiet" reloadDocument>
          {t('home')}
        </LinkButton>
      </p>
    </>
  );
}
