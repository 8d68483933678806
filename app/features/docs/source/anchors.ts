/** Names headings for addresses, as sites of source code do; the second of a name gets a number. One for each page. */
export function createAnchors(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const name = anchorOf(heading);
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}

/** `Prices and receipts` is `prices-and-receipts`; what is no letter, digit, line or hyphen goes. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
