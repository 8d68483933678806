import { Link } from '@remix-run/react';
import type { Drawing } from '#app/ui/icons/lucide.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Tooltip } from '#app/ui/components/Tooltip.tsx';

interface FormLinkProps {
  /** The form gives the focus back to it. */
  id: string;
  /** Query that opens the form: `?edit=<message>`. */
  to: string;
  icon: Drawing;
  label: string;
  /** Words of the label to stand beside the icon, where that alone would be a riddle. */
  words?: string;
}

/** Opens a form at a message: a link, so that it does without scripts. */
export function FormLink({ id, to, icon, label, words }: FormLinkProps) {
  return (
    <Tooltip text={label}>
      <Link
        id={id}
        to={to}
        preventScrollReset
        replace
        aria-label={label}
        className="control-square inline-flex items-center justify-center gap-1.5 rounded-control px-2 whitespace-nowrap text-text-muted transition-colors hover:bg-surface-sunken hover:text-text"
      >
        <Icon of={icon} />
        {words}
      </Link>
    </Tooltip>
  );
}
