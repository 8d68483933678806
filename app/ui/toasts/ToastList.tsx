import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { currentToasts, hideToast, subscribeToasts, type ShownToast } from './show-toast.ts';
import { ToastCard } from './ToastCard.tsx';

const NONE: readonly ShownToast[] = [];

/**
 * The toasts of this tab, announced as they appear, above everything else: each new one moves the list to the
 * top of the browser's top layer, above menus and sheets. Elements outside of an open modal dialog can be
 * neither pressed nor read by screen readers, so a dialog has its own list, and the outer one is hidden
 * meanwhile.
 * @param children toasts from the server, shown before the others
 */
export function ToastList({ children }: { children?: ReactNode }) {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  const list = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    const element = list.current;
    if (newest === undefined || !element?.showPopover) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [newest]);
  return (
    <div
      ref={list}
      popover="manual"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-3 bottom-auto z-50 m-0 flex w-full max-w-none flex-col items-center gap-2 overflow-visible border-0 bg-transparent p-0 px-4 text-text print:hidden [[data-modal]>body>&]:hidden"
    >
      {children}
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} onClose={() => hideToast(toast.id)} />
      ))}
    </div>
  );
}
