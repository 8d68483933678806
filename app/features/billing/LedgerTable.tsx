import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import type { ChargeSubject, LedgerLine } from '#app/contracts/ledger.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PURCHASES_PATH } from './purchases/purchases-data.ts';

const cell = 'px-4 py-2.5 align-top';

const figure = `${cell} text-end tabular-nums whitespace-nowrap`;

const beside = 'max-sm:p-0';

const below = 'block max-sm:col-span-2';

interface EntrySubjectProps {
  subject: ChargeSubject | null;
  purchaseId: string | null;
  className: string;
}

/**
 * Entries of a ledger, newest first: the entry, its amount, and the balance afterwards. On a phone each entry
 * is a card with the same content in the same order.
 */
export function LedgerTable({
  lines,
  subjects,
}: {
  lines: LedgerLine[];
  /** Subjects of charges, by the id of the generation. */
  subjects: Record<string, ChargeSubject>;
}) {
  const { t } = useTranslation('billing');
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <table className="w-full">
        <thead className="text-sm text-text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t('entry')}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t('amount')}
            </th>
            <th scope="col" className={`${figure} font-medium`}>
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerRow
              key={line.reference}
              line={line}
              subject={subjects[line.reference.slice('charge:'.length)] ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LedgerRow({
  line: { kind, reference, amountMicro, balanceAfterMicro, reason, purchaseId, bookedAt },
  subject,
}: {
  line: LedgerLine;
  subject: ChargeSubject | null;
}) {
  const { t } = useTranslation('billing');
  const amount = BigInt(amountMicro);
  return (
    <tr className="border-t border-line max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0">
      <th scope="row" className={`${cell} text-start font-normal max-sm:contents`}>
        <span className="font-medium">{t(`kind.${kind}`)}</span>
        {reason && (
          <span dir="auto" className={`${below} break-words max-sm:order-1`}>
            {reason}
          </span>
        )}
        <EntrySubject
          subject={kind === 'charge' ? subject : null}
          purchaseId={purchaseId}
          className={`${below} max-sm:order-1`}
        />
        <span className="block text-sm text-text-muted max-sm:order-1 max-sm:text-xs">
          <DateTime at={bookedAt} />
        </span>
        <span className={`${below} text-xs text-text-faint max-sm:order-3`}>
          <code dir="ltr" className="font-mono break-all">
            {reference}
          </code>
        </span>
      </th>
      <td className={`${figure} ${beside} ${amount > 0n ? 'text-good' : ''}`}>
        <bdi>{`${amount > 0n ? '+' : ''}${formatExactly(amount)}`}</bdi>
      </td>
      <td className={`${figure} ${beside} max-sm:order-2 max-sm:text-xs max-sm:text-text-muted`}>
        <span className="sm:hidden">{t('after')} </span>
        <bdi>{formatExactly(BigInt(balanceAfterMicro))}</bdi>
      </td>
    </tr>
  );
}

/**
 * The subject of an entry: for a charge the model, the chat or the key, and the receipt of the charge or the
 * purchase.
 */
function EntrySubject({ subject, purchaseId, className }: EntrySubjectProps) {
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

/** A key that is over has no page to link to. */
function KeyName({ of: { id, name, isOver } }: { of: NonNullable<ChargeSubject['key']> }) {
  if (isOver) return <bdi className="text-text-muted">{name}</bdi>;
  return (
    <TextLink to={`/keys/${id}`}>
      <bdi>{name}</bdi>
    </TextLink>
  );
}
