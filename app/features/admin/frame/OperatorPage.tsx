import type { ReactNode } from 'react';
import { Banner } from '#app/ui/components/Banner.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

interface OperatorPageProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Why a form was rejected. */
  error?: string | undefined;
  /** Button beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Frame of an operator page: title, error, and content as wide as tables need. */
export function OperatorPage({ title, lead, error, action, children }: OperatorPageProps) {
  return (
    <PageColumn width="table">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1.5">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {lead && <p className="max-w-reading text-pretty text-text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
      {children}
    </PageColumn>
  );
}
