import { useId, type ReactNode } from 'react';

/** A section of a receipt under its title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex break-inside-avoid flex-col gap-2">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <div className="overflow-hidden rounded-card border border-line bg-surface-raised">{children}</div>
    </section>
  );
}

/** Names and values, one on each line. Leaves out those without a value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined && (
            <div key={name} className="flex justify-between gap-6 px-4 py-2.5">
              <dt className="shrink-0 text-text-muted">{name}</dt>
              <dd className="min-w-0 text-end wrap-anywhere tabular-nums">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
