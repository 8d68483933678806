/** Writes JSON; bigints become text, because they may exceed a JavaScript number. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field));
}

/**
 * Yields a field with a list, preceded by a comma, one piece per page.
 * @param rowOf writes a row
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
 * Yields pages, each after the last row of the one before, until a page is empty.
 * @param placeOf returns the cursor that the next page begins after
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
