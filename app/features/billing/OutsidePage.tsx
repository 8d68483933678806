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
  /** The address of the payment service's page; null before it was asked for. */
  page: string | null;
  /** What is said while it opens, and the link for who has no scripts. */
  ready: string;
  goOn: string;
  /** What asks for it. */
  children: ReactNode;
}

/** On the way to a page of a payment service's: what asks for it, then on to it, with scripts by itself. */
export function OutsidePage({ title, back, failed, page, ready, goOn, children }: OutsidePageProps) {
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
            {goOn}
          </a>
        </Card>
      )}
    </PageColumn>
  );
}
