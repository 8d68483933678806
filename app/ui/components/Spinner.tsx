import { LoaderCircle } from '#app/ui/icons/lucide.ts';
import { Icon } from './Icon.tsx';

/** Something is on its way. With a name it is read out; without one the words beside it say it. */
export function Spinner({ name, size = 16 }: { name?: string; size?: 16 | 20 }) {
  return (
    <span className="inline-grid size-fit animate-spin">
      <Icon of={LoaderCircle} size={size} name={name} />
    </span>
  );
}
