/** Initials of a name, for a person without a picture. The name stands beside it or in the control around it. */
export function Avatar({ name, size = 28 }: { name: string; size?: 24 | 28 }) {
  return (
    <span
      aria-hidden
      className={`inline-grid shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent ${size === 24 ? 'size-6' : 'size-7'}`}
    >
      {initialsOf(name)}
    </span>
  );
}

/** First letters of the first and the last word, in capitals where the script has them. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
