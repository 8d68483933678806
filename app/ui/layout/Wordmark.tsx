import { Link } from '@remix-run/react';
import { useAppTitle } from './use-app-title.ts';

/** The logo and the name; links to the start page. */
export function Wordmark() {
  const title = useAppTitle();
  return (
    <Link
      to="/"
      className="inline-flex control items-center gap-2 rounded-control px-1 text-md font-semibold"
    >
      <svg viewBox="0 0 32 32" aria-hidden className="size-6">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path d="M9 8h9.5a6 6 0 0 1 0 12H13l-4 4z" className="fill-accent-text" />
        <path d="M13 14h6" strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
      </svg>
      {title}
    </Link>
  );
}
