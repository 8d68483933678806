import { LoaderCircle } from '#app/ui/icons/lucide.ts';
import { Icon } from './Icon.tsx';

/**
 * A loading indicator. With a name, screen readers announce it; without one, the text beside it must say the
 * same.
 */
export function Spinner({ name, size = 16 }: { name?: string; size?: 16 | 20 }) {
  return (
    <span className="inline-grid size-fit animate-spin">
      <Icon of={LoaderCircle} size={size} name={name} />
    </span>
  );
}
