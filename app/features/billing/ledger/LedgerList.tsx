import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ChargeSubject, LedgerLine } from '#app/contracts/ledger.ts';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { ownTimeZone } from '#app/ui/i18n/formats.ts';
import { ChevronRight } from '#app/ui/icons/lucide.ts';
import { EntrySubject } from './EntrySubject.tsx';
import { LedgerRow } from './LedgerRow.tsx';
import { groupByDay, type LedgerGroup } from './ledger-days.ts';

type Subjects = Readonly<Record<string, ChargeSubject>>;

/**
 * Entries of a ledger, newest first: a line for each, by day, with the amount and the balance afterwards. The
 * charges of one chat on a day are one line, which a press opens.
 */
export function LedgerList({ lines, subjects }: { lines: readonly LedgerLine[]; subjects: Subjects }) {
  const { t } = useTranslation('billing');
  // The server does not know the reader's time zone: it groups by UTC, and the browser by local days.
  const timeZone = useHydrated() ? ownTimeZone() : 'UTC';
  return (
    <div id="transactions" className="overflow-hidden rounded-card border border-line">
      {groupByDay(lines, subjects, timeZone).map(({ day, groups }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="not-first:border-t border-line">
          <div className="flex items-baseline gap-4 bg-surface-sunken px-4 py-2 text-sm text-text-muted">
            <h3 id={`day-${day}`} className="me-auto font-medium">
              <DateTime at={groups[0]!.lines[0].bookedAt} show="date" />
            </h3>
            <span aria-hidden className="w-32 text-end max-sm:hidden">
              {t('amount')}
            </span>
            <span aria-hidden className="w-32 text-end max-sm:hidden">
              {t('after')}
            </span>
          </div>
          <ul>
            {groups.map((group) => (
              <li key={group.key} className="border-t border-line">
                {group.lines.length > 1 ? (
                  <FoldedChat group={group} subjects={subjects} />
                ) : (
                  <Entry line={group.lines[0]} subjects={subjects} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The charges of one chat on a day: their sum and number, and each of them once it is open. */
function FoldedChat({ group, subjects }: { group: LedgerGroup; subjects: Subjects }) {
  const { t } = useTranslation('billing');
  const { conversation, lines, sumMicro } = group;
  const { bookedAt, balanceAfterMicro } = lines[0];
  return (
    <details className="group/chat">
      <LedgerRow as="summary" at={bookedAt} amountMicro={sumMicro} afterMicro={BigInt(balanceAfterMicro)}>
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="inline-flex shrink-0 self-center transition-transform group-open/chat:rotate-90 rtl:-scale-x-100 rtl:group-open/chat:-rotate-90">
            <Icon of={ChevronRight} />
          </span>
          <bdi className="font-medium wrap-anywhere">{conversation?.title}</bdi>
        </span>
        <span className="text-sm text-text-muted">{t('folded', { count: lines.length })}</span>
      </LedgerRow>
      <div className="border-t border-line bg-surface-sunken">
        <p className="px-4 pt-2 sm:ps-24">
          <TextLink to={`/chat/${conversation?.id}`}>{t('openChat')}</TextLink>
        </p>
        <ul>
          {lines.map((line) => (
            <li key={line.reference}>
              <Entry line={line} subjects={subjects} isInChat />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function Entry({
  line,
  subjects,
  isInChat = false,
}: {
  line: LedgerLine;
  subjects: Subjects;
  isInChat?: boolean;
}) {
  return (
    <LedgerRow
      at={line.bookedAt}
      amountMicro={BigInt(line.amountMicro)}
      afterMicro={BigInt(line.balanceAfterMicro)}
    >
      <EntrySubject line={line} subjects={subjects} isInChat={isInChat} />
    </LedgerRow>
  );
}
