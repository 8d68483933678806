import { useEffect, type ReactNode } from 'react';
import { Banner } from '#app/ui/components/Banner.tsx';
import { buttonClasses } from '#app/ui/components/button/button-look.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

interface OutsidePageProps {
  title: string;
  back: { to: string; name: string };
  failed: { title: string; text: string } | null;
  /** Address of the payment service's page; null before it was requested. */
  page: string | null;
  /** Text while it opens, beside a link for browsers without scripts. */
  ready: string;
  continueLabel: string;
  /** The form that requests it. */
  children: ReactNode;
}

/**
 * Intermediate page on the way to a payment service's page: the form that requests it, then a link to it,
 * which scripts follow automatically.
 */
export function OutsidePage({ title, back, failed, page, ready, continueLabel, children }: OutsidePageProps) {
  useEffect(() => {
    if (page !== null) location.assign(page);
  }, [page]);
  return (
    <PageColumn>
      <div className="flex flex-col gap-1">
        <TextLink to={back.to} className="self-start text-sm">
          {back.name}
        </TextLink>
        <h1 className="text-xl font-semibold">{title}</h1>
      </div>
      {failed && (
        <Banner tone="bad" title={failed.title}>
          {failed.text}
        </Banner>
      )}
      {page === null ? (
        children
      ) : (
        <Card>
          <p className="mb-4">{ready}</p>
          <a href={page} rel="noreferrer" className={buttonClasses({ variant: 'primary' })}>
            {continueLabel}
          </a>
        </Card>
      )}
    </PageColumn>
  );
}
