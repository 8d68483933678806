import { useTranslation } from '#app/ui/i18n/translation.ts';
import { dateFormat, relativeFormat } from '../i18n/formats.ts';
import { useHydrated } from './use-hydrated.ts';

interface DateTimeProps {
  /** ISO 8601, or milliseconds. */
  at: string | number;
  /** `relative`: "5 minutes ago", with the full date as its title. */
  show?: 'date' | 'time' | 'datetime' | 'relative';
}

const STYLES = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * A time in the reader's language. The server does not know the reader's time zone: it writes UTC, and the
 * browser replaces it with local time.
 */
export function DateTime({ at, show = 'datetime' }: DateTimeProps) {
  const { i18n } = useTranslation();
  const hydrated = useHydrated();
  const date = new Date(at);
  const zone = hydrated ? {} : ({ timeZone: 'UTC' } as const);
  const whole = dateFormat(i18n.language, { ...STYLES.datetime, ...zone }).format(date);
  const text =
    show === 'relative' && hydrated
      ? timeFromNow(date, i18n.language)
      : show === 'date' || show === 'time'
        ? dateFormat(i18n.language, { ...STYLES[show], ...zone }).format(date)
        : whole;
  return (
    // The date formats of server and browser may differ in whitespace.
    <time dateTime={date.toISOString()} title={whole} suppressHydrationWarning>
      {text}
    </time>
  );
}

function timeFromNow(date: Date, language: string): string {
  return relativeTime(date.getTime() - Date.now(), language);
}

/** "in 2 hours", "5 minutes ago": the largest unit that fits, truncated. */
export function relativeTime(differenceMs: number, language: string): string {
  const seconds = differenceMs / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relativeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}
