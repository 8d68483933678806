import { Link, type LinkProps } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { menuItemClasses } from './menu-item-classes.ts';

/** A line of a menu that goes somewhere. */
export function MenuLink({ icon, children, ...rest }: LinkProps & { icon?: LucideIcon }) {
  return (
    <Link {...rest} className={menuItemClasses(false)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}
