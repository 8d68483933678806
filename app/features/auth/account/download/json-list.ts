/** JSON with whole numbers beyond what a JavaScript number holds as text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

/**
 * A field that holds a list, with the comma before it, in pieces of a page each.
 * @param rowOf how a row is written
 */
export async function* writeList<Row>(
  name: string,
  pages: AsyncIterable<readonly Row[]>,
  rowOf: (row: Row) => string = toJson,
): AsyncGenerator<string> {
  yield `,\n${toJson(name)}:[`;
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${page.map(rowOf).join(',\n')}`;
    isFirst = false;
  }
  yield ']';
}

/**
 * Pages by the place of their last row, until one is empty.
 * @param placeOf what the next page begins after
 */
export async function* pagesAfter<Row>(
  read: (after: string) => Promise<Row[]>,
  placeOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = placeOf(last);
  }
}
