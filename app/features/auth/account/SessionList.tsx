import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { SIGN_IN_PATH, type AccountSession } from './account-page.ts';

/** The user's sessions, each with a button that ends it, and one button for all others. */
export function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const { t } = useTranslation('auth');
  const others = sessions.some(({ current }) => !current);
  return (
    <>
      <p className="text-text-muted">{t('account.sessionsLead')}</p>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {others && (
        <Form method="post" action={SIGN_IN_PATH}>
          <ConfirmButton name="act" value="endOthers" confirm={t('account.endOthers')}>
            {t('account.endOthers')}
          </ConfirmButton>
        </Form>
      )}
    </>
  );
}

function SessionLine({ session }: { session: AccountSession }) {
  const { t } = useTranslation('auth');
  const { id, current, api, agent, address, seenAt } = session;
  const name = agent ?? t('account.unknownAgent');
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{name}</bdi>
          {current && <Badge tone="good">{t('account.thisSession')}</Badge>}
          {api && <Badge>{t('account.apiSession')}</Badge>}
        </p>
        <p className="text-sm text-text-muted">
          {t('account.seen')} <DateTime at={seenAt} show="relative" />
          {address && (
            <>
              {' · '}
              <bdi className="font-mono">{address}</bdi>
            </>
          )}
        </p>
      </div>
      {!current && (
        <Form method="post" action={SIGN_IN_PATH}>
          <input type="hidden" name="sessionId" value={id} />
          <Button name="act" value="end" size="small" aria-label={t('account.endNamed', { name })}>
            {t('account.end')}
          </Button>
        </Form>
      )}
    </li>
  );
}
