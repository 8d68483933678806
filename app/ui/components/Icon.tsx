import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  size?: 16 | 20;
  /** Read out in place of the picture; leave it out when words stand beside the icon. */
  name?: string;
  /** For icons that point: turned around in right-to-left pages. */
  mirror?: boolean;
}

/** An icon of the one set, in the one stroke. */
export function Icon({ of: Picture, size = 16, name, mirror = false }: IconProps) {
  const label = name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  return (
    <Picture
      size={size}
      strokeWidth={1.75}
      className={mirror ? 'shrink-0 rtl:-scale-x-100' : 'shrink-0'}
      {...label}
    />
  );
}
