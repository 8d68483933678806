import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { chatSharesPath, SHARES_PATH, SHARES_PER_CHAT } from '#app/contracts/shares/share.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { ChatShares, OwnerAnswer } from './owner-data.ts';
import { ShareCard } from './ShareCard.tsx';
import { AccessFields, CardField, ContentFields } from './ShareFields.tsx';

interface ChatSharesPageProps {
  shares: ChatShares;
  answer: OwnerAnswer | undefined;
}

/** The links of a chat, and the form for a new one. */
export function ChatSharesPage({ shares, answer }: ChatSharesPageProps) {
  const { t } = useTranslation('shares');
  const { conversationId, title, access, links } = shares;
  const forNew = answer?.shareId === undefined ? answer : undefined;
  return (
    <PageColumn>
      <div className="flex flex-col gap-1.5">
        <TextLink to={`/chat/${conversationId}`}>{t('manage.back')}</TextLink>
        <h1 className="text-xl font-semibold">{t('manage.title')}</h1>
        <p className="break-words text-text-muted">
          <bdi>{title}</bdi>
        </p>
      </div>
      {answer?.error && <Banner tone="bad">{answer.error}</Banner>}
      {access === 'off' && <Banner tone="warn">{t('manage.off')}</Banner>}
      {access === 'members' && <Banner>{t('manage.members')}</Banner>}
      {links.length > 0 && (
        <ul className="flex flex-col gap-4">
          {links.map((link) => (
            <li key={link.id}>
              <ShareCard link={link} answer={answer?.shareId === link.id ? answer : undefined} />
            </li>
          ))}
        </ul>
      )}
      {access !== 'off' && links.length < SHARES_PER_CHAT && (
        <NewShare key={links.length} shares={shares} answer={forNew} />
      )}
      <TextLink to={SHARES_PATH}>{t('manage.all')}</TextLink>
    </PageColumn>
  );
}

function NewShare({ shares: { conversationId, title, name }, answer }: ChatSharesPageProps) {
  const { t } = useTranslation('shares');
  const busy = useNavigation().formData?.get('act') === 'create';
  const refused = answer?.refused;
  const initial = {
    title,
    level: 'anyone',
    hasPassword: false,
    showsTitleInCard: false,
    expiresAt: null,
  } as const;
  return (
    <Card title={t('manage.new')}>
      <Form method="post" action={chatSharesPath(conversationId)} className="flex flex-col gap-4">
        <p className="text-text-muted">{t('manage.lead')}</p>
        <AccessFields initial={initial} refused={refused} />
        <ContentFields name={name} refused={refused} />
        <CardField isOn={false} refused={refused} />
        <Button variant="primary" name="act" value="create" busy={busy} className="self-start">
          {t('manage.create')}
        </Button>
      </Form>
    </Card>
  );
}
