import type { Drawing } from '#app/ui/icons/lucide.ts';

interface IconProps {
  of: Drawing;
  size?: 16 | 20;
  /** Label for screen readers; omit it if there is text beside the icon. */
  name?: string;
  /** For icons with a direction: mirrored in right-to-left pages. */
  mirror?: boolean;
}

/** An icon of the shared set, with the shared stroke. */
export function Icon({ of: drawing, size = 16, name, mirror = false }: IconProps) {
  const label = name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={mirror ? 'shrink-0 rtl:-scale-x-100' : 'shrink-0'}
      {...label}
    >
      <path d={drawing} />
    </svg>
  );
}
