import { Link, type LinkProps } from '@remix-run/react';
import { buttonClasses, type ButtonLook } from './button-look.ts';

/** A link that looks like a button: it navigates and changes nothing. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClasses({ variant, size }, className)} />;
}
