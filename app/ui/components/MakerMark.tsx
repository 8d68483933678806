import { joinClasses } from './join-classes.ts';

/** Calm backgrounds, by their number. */
const TINTS = [
  'bg-tint-0',
  'bg-tint-1',
  'bg-tint-2',
  'bg-tint-3',
  'bg-tint-4',
  'bg-tint-5',
  'bg-tint-6',
  'bg-tint-7',
] as const;

const SIZES = { small: 'size-6 text-xs', medium: 'size-8 text-sm', large: 'size-11 text-md' };

interface MakerMarkProps {
  /** Display name of the maker. */
  name: string;
  size?: keyof typeof SIZES;
}

/**
 * One or two letters of a model's maker in a tinted square, beside the name of the maker: lists can be
 * scanned by it. It is decoration, so assistive technology does not read it.
 */
export function MakerMark({ name, size = 'medium' }: MakerMarkProps) {
  return (
    <span
      aria-hidden
      dir="ltr"
      className={joinClasses(
        'inline-grid shrink-0 place-items-center rounded-control font-semibold text-text select-none',
        TINTS[tintOf(name)],
        SIZES[size],
      )}
    >
      {monogramOf(name)}
    </span>
  );
}

/** The initials of the first two words; the first two letters of a single word. */
export function monogramOf(name: string): string {
  const [first = '', second] = name.trim().split(/[\s-]+/, 2);
  const letters = Array.from(first);
  if (second === undefined) return letters.slice(0, 2).join('');
  return `${letters[0] ?? ''}${Array.from(second)[0] ?? ''}`.toLocaleUpperCase('en-US');
}

/** The number of the tint of a name: always the same for the same name. */
export function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521;
  return sum % TINTS.length;
}
