import { NavLink } from '@remix-run/react';
import type { ReactNode } from 'react';

interface TabsProps {
  label: string;
  tabs: { to: string; text: ReactNode }[];
}

/** Pages of one subject side by side. Links, so that each has its address and works without scripts. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          className="control inline-flex items-center border-b-2 border-transparent px-3 whitespace-nowrap text-text-muted outline-offset-[-2px] hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
