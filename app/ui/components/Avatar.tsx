/** The initials of a person in a disc, in place of a picture. The name stands beside it, or names the button around it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent select-none"
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word; one letter for a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase()).join('');
}
