import { ChevronDown } from '#app/ui/icons/lucide.ts';
import { forwardRef, type SelectHTMLAttributes } from 'react';
import { CONTROL_CLASSES } from './control-classes.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';

/** A choice from a list: the browser's native control, so that it works well on every phone. */
export const Select = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(function Select(
  { className, ...rest },
  ref,
) {
  return (
    <span className="relative inline-flex w-full items-center">
      <select
        ref={ref}
        {...rest}
        className={joinClasses(CONTROL_CLASSES, 'control appearance-none pe-9', className)}
      />
      <span className="pointer-events-none absolute end-3 text-text-muted">
        <Icon of={ChevronDown} />
      </span>
    </span>
  );
});
