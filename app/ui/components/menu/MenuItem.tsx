import type { Drawing } from '#app/ui/icons/lucide.ts';
import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { menuItemClasses } from './menu-item-classes.ts';

type MenuItemProps = ButtonHTMLAttributes<HTMLButtonElement> & { icon?: Drawing; danger?: boolean };

/** A menu entry for an action: a submit button of the form around it, unless `type` is set. */
export function MenuItem({ icon, danger = false, children, ...rest }: MenuItemProps) {
  return (
    <button type="submit" {...rest} className={menuItemClasses(danger)}>
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}
