import { Link } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Tooltip } from '#app/ui/components/Tooltip.tsx';

interface FormLinkProps {
  /** The form gives the focus back to it. */
  id: string;
  /** Query that opens the form: `?edit=<message>`. */
  to: string;
  icon: LucideIcon;
  label: string;
}

/** Opens a form at a message: a link, so that it does without scripts. */
export function FormLink({ id, to, icon, label }: FormLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        id={id}
        to={to}
        preventScrollReset
        replace
        aria-label={label}
        className="grid control-square place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
      >
        <Icon of={icon} />
      </Link>
    </Tooltip>
  );
}
