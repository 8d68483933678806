import { Link, type LinkProps } from '@remix-run/react';
import type { Drawing } from '#app/ui/icons/lucide.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { menuItemClasses } from './menu-item-classes.ts';

/** A menu entry for a link. */
export function MenuLink({ icon, children, ...rest }: LinkProps & { icon?: Drawing }) {
  return (
    <Link {...rest} className={menuItemClasses(false)}>
      {icon && <Icon of={icon} />}
      {children}
    </Link>
  );
}
