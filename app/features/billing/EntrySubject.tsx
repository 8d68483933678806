import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import type { ChargeSubject } from '#app/contracts/charge.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PURCHASES_PATH } from './purchases/purchases-data.ts';

interface EntrySubjectProps {
  subject: ChargeSubject | null;
  purchaseId: string | null;
  className: string;
}

/** What an entry is about: the model of a charge, where it was asked, and the receipt of either. */
export function EntrySubject({ subject, purchaseId, className }: EntrySubjectProps) {
  const { t } = useTranslation('purchases');
  if (purchaseId !== null)
    return (
      <span className={className}>
        <TextLink to={`${PURCHASES_PATH}/${purchaseId}`}>{t('entry.receipt')}</TextLink>
      </span>
    );
  if (subject === null) return null;
  const { model, conversation, key, generationId } = subject;
  return (
    <span className={`${className} flex-wrap gap-x-3 sm:flex`}>
      <Link to={modelHref(model)} className="wrap-anywhere hover:underline">
        <bdi>{model}</bdi>
      </Link>{' '}
      {conversation && (
        <TextLink to={`/chat/${conversation.id}`} className="wrap-anywhere">
          <bdi>{conversation.title}</bdi>
        </TextLink>
      )}{' '}
      {key && <KeyName of={key} />}{' '}
      <TextLink to={`/usage/receipts/${generationId}`}>{t('entry.receipt')}</TextLink>
    </span>
  );
}

/** One that is over has no page to lead to. */
function KeyName({ of: { id, name, isOver } }: { of: NonNullable<ChargeSubject['key']> }) {
  if (isOver) return <bdi className="text-text-muted">{name}</bdi>;
  return (
    <TextLink to={`/keys/${id}`}>
      <bdi>{name}</bdi>
    </TextLink>
  );
}
