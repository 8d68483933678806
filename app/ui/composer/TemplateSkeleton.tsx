const ROWS = ['w-1/3', 'w-1/2', 'w-2/5'];

/**
 * The shape of the list of templates while its script and its data load. It appears only if they take longer
 * than a moment; its space is there from the start, so that the text moves once.
 */
export function TemplateSkeleton() {
  return (
    <div aria-hidden data-skeleton="" className="border-b border-line">
      <div className="skeleton p-1">
        {ROWS.map((width) => (
          <div key={width} className="flex flex-col gap-2 px-3 py-2.5">
            <div className={`h-3.5 rounded-control bg-line ${width}`} />
            <div className="h-3 w-4/5 rounded-control bg-surface-sunken" />
          </div>
        ))}
      </div>
    </div>
  );
}
