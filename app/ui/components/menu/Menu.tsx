import type { Drawing } from '#app/ui/icons/lucide.ts';
import { useId, useRef, type ReactNode } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { useHoverOpening } from './use-hover-opening.ts';
import { useMenuKeys } from './use-menu-keys.ts';

interface MenuProps {
  /** Name of the button, and of the menu. */
  label: string;
  /** A picture alone; else `face`. */
  icon?: Drawing;
  /** What the button shows. It must hold the label's words, or be a picture. */
  face?: ReactNode;
  /** The edge of the button that the menu keeps to. */
  align?: 'start' | 'end' | 'above';
  /** Classes of the button in place of the plain look. */
  className?: string;
  /** A mouse that rests on the button opens it, too. */
  opensOnHover?: boolean;
  /** Runs however the menu closes. Must be the same function in every render. */
  onClose?: () => void;
  children: ReactNode;
}

const PLAIN =
  'control control-square inline-flex items-center justify-center gap-1.5 rounded-control px-2 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text';
const ALIGN = { start: 'floating-start', end: 'floating-end', above: 'floating-above' };

/**
 * A button and its list of links and actions: a native popover, so that it opens, closes on Escape and on a
 * press elsewhere without scripts. With scripts the arrow keys walk through it.
 */
export function Menu({
  label,
  icon,
  face,
  align = 'start',
  className,
  opensOnHover = false,
  onClose,
  children,
}: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useMenuKeys(list, onClose);
  useHoverOpening(list, opensOnHover);
  return (
    <span className="anchor-host inline-flex min-w-0">
      <button
        type="button"
        popovertarget={id}
        popovertargetaction={opensOnHover ? 'show' : undefined}
        aria-label={face ? undefined : label}
        className={className ?? PLAIN}
      >
        {face ?? (icon && <Icon of={icon} size={20} />)}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={joinClasses(
          'my-1 max-h-[70dvh] min-w-48 floating overflow-y-auto rounded-card border border-line bg-surface-raised p-1 text-base text-text shadow-float',
          ALIGN[align],
        )}
      >
        {children}
      </div>
    </span>
  );
}
