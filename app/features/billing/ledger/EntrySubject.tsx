import { Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { generationOf, type ChargeSubject, type LedgerLine } from '#app/contracts/ledger.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PURCHASES_PATH } from '../purchases/purchases-data.ts';

interface EntrySubjectProps {
  line: LedgerLine;
  subjects: Readonly<Record<string, ChargeSubject>>;
  /** Below the line of its chat, so that the chat is not named again. */
  isInChat: boolean;
}

/**
 * The subject of an entry: for a charge the chat or the key, the model and the receipt; for other entries
 * their kind, the operator's reason, and the receipt of the purchase.
 */
export function EntrySubject({ line, subjects, isInChat }: EntrySubjectProps) {
  const { t } = useTranslation(['billing', 'purchases']);
  const { kind, reason, purchaseId } = line;
  const subject = subjects[generationOf(line) ?? ''];
  if (!subject)
    return (
      <>
        <span className="font-medium">{t(`kind.${kind}`)}</span>
        {reason && (
          <span dir="auto" className="min-w-0 wrap-anywhere text-text-muted">
            {reason}
          </span>
        )}
        {purchaseId !== null && (
          <TextLink to={`${PURCHASES_PATH}/${purchaseId}`}>{t('purchases:entry.receipt')}</TextLink>
        )}
      </>
    );
  const { model, conversation, key, generationId } = subject;
  return (
    <>
      {conversation && !isInChat && (
        <TextLink to={`/chat/${conversation.id}`} className="min-w-0 wrap-anywhere">
          <bdi>{conversation.title}</bdi>
        </TextLink>
      )}
      {key && <KeyName of={key} />}
      {!conversation && !key && <span className="font-medium">{t(`kind.${kind}`)}</span>}
      <Link to={modelHref(model)} className="min-w-0 wrap-anywhere text-text-muted hover:underline">
        <bdi>{model}</bdi>
      </Link>
      <TextLink to={`/usage/receipts/${generationId}`}>{t('purchases:entry.receipt')}</TextLink>
    </>
  );
}

/** A key that is over has no page to link to. */
function KeyName({ of: { id, name, isOver } }: { of: NonNullable<ChargeSubject['key']> }) {
  if (isOver) return <bdi className="text-text-muted">{name}</bdi>;
  return (
    <TextLink to={`/keys/${id}`} className="min-w-0 wrap-anywhere">
      <bdi>{name}</bdi>
    </TextLink>
  );
}
