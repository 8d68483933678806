import { Form } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { chatSharesPath } from '#app/contracts/shares/share.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import type { ChatShares, OwnerAnswer } from './owner-data.ts';
import { ShareFacts } from './ShareFacts.tsx';
import { AccessFields, CardField } from './ShareFields.tsx';

interface ShareCardProps {
  link: ChatShares['links'][number];
  /** Result of a form of this link. */
  answer: OwnerAnswer | undefined;
}

/** One link of a chat: its address, its state, and the forms to update, change and revoke it. */
export function ShareCard({ link, answer }: ShareCardProps) {
  const { t } = useTranslation(['shares', 'common']);
  const { id, title, path, url, qr, conversationId } = link;
  const action = chatSharesPath(conversationId);
  const hidden = <input type="hidden" name="shareId" value={id} />;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-md font-semibold break-words">
        <bdi>{title}</bdi>
      </h2>
      <div className="flex items-center gap-1">
        <TextInput
          readOnly
          dir="ltr"
          value={url}
          aria-label={t('manage.address')}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 grow font-mono text-sm"
        />
        <CopyButton text={url} feedbackMs={1500} label={t('manage.copy')} />
      </div>
      <ShareFacts link={link} />
      <div className="flex flex-wrap items-center gap-2">
        <Form method="post" action={action} preventScrollReset>
          {hidden}
          <Button name="act" value="update" size="small" title={t('manage.updateHelp')}>
            {t('manage.update')}
          </Button>
        </Form>
        <a href={path} target="_blank" rel="noopener" className={buttonClasses({ size: 'small' })}>
          {t('manage.open')}
        </a>
        <Form method="post" action={action} className="ms-auto">
          {hidden}
          <ConfirmButton name="act" value="revoke" size="small" confirm={t('manage.revokeConfirm')}>
            {t('manage.revoke')}
          </ConfirmButton>
        </Form>
      </div>
      <div className="flex flex-col border-t border-line pt-1">
        <details open={answer?.refused !== undefined || undefined}>
          <summary className="control inline-flex items-center font-medium text-accent">
            {t('manage.settings')}
          </summary>
          <Form method="post" action={action} preventScrollReset className="flex flex-col gap-4 pt-2 pb-3">
            {hidden}
            <AccessFields initial={link} isSaved refused={answer?.refused} />
            <CardField isOn={link.showsTitleInCard} refused={answer?.refused} />
            <Button name="act" value="save" className="self-start">
              {t('common:save')}
            </Button>
          </Form>
        </details>
        <details>
          <summary className="control inline-flex items-center font-medium text-accent">
            {t('manage.qr')}
          </summary>
          <img src={qr} alt={t('manage.qr')} width={192} height={192} className="my-2 size-48 rounded-card" />
        </details>
      </div>
    </Card>
  );
}
