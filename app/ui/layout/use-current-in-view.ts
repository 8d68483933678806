import { useLocation } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a row of links to the one of the current page, which on a phone may be outside of the screen.
 * @returns the ref of the row, which scrolls sideways
 */
export function useCurrentInView<Row extends HTMLElement>(): RefObject<Row> {
  const row = useRef<Row>(null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    const { current } = row;
    const link = current?.querySelector<HTMLElement>('[aria-current=page]');
    // Not by scrollIntoView, which may also scroll the page.
    if (!current || !link || current.scrollWidth <= current.clientWidth) return;
    const { left, width } = link.getBoundingClientRect();
    const frame = current.getBoundingClientRect();
    current.scrollBy({ left: left + width / 2 - (frame.left + frame.width / 2) });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Another address marks another link.
  }, [pathname, search]);
  return row;
}
