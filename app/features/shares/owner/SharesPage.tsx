import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { chatSharesPath, SHARES_PATH } from '#app/contracts/shares/share.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Share2 } from '#app/ui/icons/lucide.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { OwnShare, ShareList } from './owner-data.ts';
import { ShareFacts } from './ShareFacts.tsx';

/** All links of a user, newest first, also revoked ones for a while. */
export function SharesPage({ shares: { links, isOlder, nextBefore } }: { shares: ShareList }) {
  const { t } = useTranslation('shares');
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">{t('list.title')}</h1>
        <p className="text-text-muted">{t('list.lead')}</p>
      </div>
      {links.length === 0 ? (
        <EmptyState icon={Share2} title={t('list.empty.title')} text={t('list.empty.text')} />
      ) : (
        <ul aria-label={t('list.title')} className="divide-y divide-line rounded-card border border-line">
          {links.map((link) => (
            <ListedShare key={link.id} link={link} />
          ))}
        </ul>
      )}
      {(isOlder || nextBefore) && (
        <nav aria-label={t('list.pages')} className="flex justify-between gap-2">
          {isOlder && <LinkButton to={SHARES_PATH}>{t('list.newest')}</LinkButton>}
          {nextBefore && (
            <LinkButton to={`${SHARES_PATH}?before=${nextBefore}`} className="ms-auto">
              {t('list.older')}
            </LinkButton>
          )}
        </nav>
      )}
    </PageColumn>
  );
}

function ListedShare({ link }: { link: OwnShare }) {
  const { t } = useTranslation('shares');
  const { id, title, conversationId, state } = link;
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium break-words">
          <bdi>{title}</bdi>
        </p>
        <ShareFacts link={link} />
      </div>
      {state !== 'revoked' && (
        <div className="flex shrink-0 items-center gap-2">
          <LinkButton
            to={chatSharesPath(conversationId)}
            size="small"
            aria-label={t('list.manageNamed', { title })}
          >
            {t('list.manage')}
          </LinkButton>
          <Form method="post" action={SHARES_PATH} preventScrollReset>
            <input type="hidden" name="shareId" value={id} />
            <ConfirmButton name="act" value="revoke" size="small" confirm={t('manage.revokeConfirm')}>
              {t('manage.revoke')}
            </ConfirmButton>
          </Form>
        </div>
      )}
    </li>
  );
}
