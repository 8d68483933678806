import { generationOf, type ChargeSubject, type LedgerLine } from '#app/contracts/ledger.ts';
import { dateFormat } from '#app/ui/i18n/formats.ts';

/** Entries of one day that are shown in one place, the newest first. */
export interface LedgerGroup {
  key: string;
  lines: readonly [LedgerLine, ...LedgerLine[]];
  /** The chat of all its charges; null for an entry without one. */
  conversation: NonNullable<ChargeSubject['conversation']> | null;
  /** Sum of the entries, in micro-dollars. */
  sumMicro: bigint;
}

interface LedgerDay {
  /** The date, `2026-11-29`. */
  day: string;
  groups: LedgerGroup[];
}

/**
 * Groups entries by day, and the charges of one chat within a day. A chat has the place of its newest charge.
 * Every entry is in exactly one group.
 * @param lines newest first
 * @param subjects subjects of charges, by the id of the generation
 * @param timeZone IANA name of the time zone in which days begin
 */
export function groupByDay(
  lines: readonly LedgerLine[],
  subjects: Readonly<Record<string, ChargeSubject>>,
  timeZone: string,
): LedgerDay[] {
  const dates = dateFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<string, Map<string, LedgerGroup>>();
  for (const line of lines) {
    const day = dates.format(new Date(line.bookedAt));
    const groups = days.get(day) ?? new Map<string, LedgerGroup>();
    days.set(day, groups);
    const conversation = subjects[generationOf(line) ?? '']?.conversation ?? null;
    const key = conversation === null ? line.reference : `chat:${conversation.id}`;
    const group = groups.get(key);
    const amount = BigInt(line.amountMicro);
    groups.set(
      key,
      group
        ? { ...group, lines: [...group.lines, line], sumMicro: group.sumMicro + amount }
        : { key, lines: [line], conversation, sumMicro: amount },
    );
  }
  return [...days].map(([day, groups]) => ({ day, groups: [...groups.values()] }));
}
