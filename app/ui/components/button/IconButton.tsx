import type { Drawing } from '#app/ui/icons/lucide.ts';
import type { ButtonHTMLAttributes } from 'react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { Tooltip } from '#app/ui/components/Tooltip.tsx';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'name'> & {
  icon: Drawing;
  /** The action of the button: its accessible name and its tooltip. */
  label: string;
  name?: string;
  size?: 16 | 20;
  mirror?: boolean;
};

/**
 * A button for which an icon is enough; its label is its accessible name and appears as a tooltip on hover
 * and focus.
 */
export function IconButton({ icon, label, size = 20, mirror, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={joinClasses(
          'grid control-square place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-sunken hover:text-text disabled:opacity-50',
          className,
        )}
      >
        <Icon of={icon} size={size} mirror={mirror} />
      </button>
    </Tooltip>
  );
}
