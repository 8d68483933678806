import { Link, type LinkProps } from '@remix-run/react';
import { joinClasses } from './join-classes.ts';

/** A link inside or beside text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={joinClasses(
        'rounded-control text-accent underline decoration-1 underline-offset-4',
        className,
      )}
    />
  );
}
