interface AvatarProps {
  name: string;
  /** The path of the user's own profile photo; null if there is none. */
  photo: string | null;
  isLarge?: boolean;
}

/**
 * A user's profile photo in a disc. The initials lie below it: they are visible if there is no photo, until
 * it has loaded, and if loading fails. The name is shown beside it, or labels the button around it.
 */
export function Avatar({ name, photo, isLarge = false }: AvatarProps) {
  const size = isLarge ? 'size-16 text-xl' : 'size-7 text-xs';
  return (
    <span
      aria-hidden
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent select-none ${size}`}
    >
      {initialsOf(name)}
      {photo !== null && <img src={photo} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

/** The first letters of the first and the last word; one letter for a single word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => (Array.from(word)[0] ?? '').toLocaleUpperCase()).join('');
}
