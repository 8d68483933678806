/** The options at the end side of the page, on a phone at its bottom; without scripts a part of the page. */
export const DRAWER_LOOK =
  'max-h-[50dvh] overflow-y-auto border-b border-line data-drawer:fixed data-drawer:inset-x-0 data-drawer:bottom-0 ' +
  'data-drawer:z-20 data-drawer:max-h-[80dvh] data-drawer:rounded-t-panel data-drawer:border data-drawer:bg-surface-raised ' +
  'data-drawer:shadow-float data-drawer:animate-appear md:data-drawer:start-auto md:data-drawer:top-12 md:data-drawer:w-80 ' +
  'md:data-drawer:max-h-none md:data-drawer:rounded-none md:data-drawer:border-e-0';

const FIELDS = ['w-1/3', 'w-2/5', 'w-1/4', 'w-1/2'];

/** The shape of the drawer while its script loads; it appears only if that takes longer than a moment. */
export function OptionsSkeleton() {
  return (
    <div aria-hidden data-drawer="" data-skeleton="" className={DRAWER_LOOK}>
      <div className="skeleton">
        <div className="h-13 border-b border-line" />
        <div className="flex flex-col gap-5 p-4">
          {FIELDS.map((width) => (
            <div key={width} className="flex flex-col gap-2">
              <div className={`h-3.5 rounded-control bg-line ${width}`} />
              <div className="h-9 rounded-control bg-surface-sunken" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
