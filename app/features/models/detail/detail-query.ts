import { modelHref } from '#app/contracts/catalogue/model-href.ts';

export const SECTIONS = ['providers', 'api', 'parameters'] as const;
export type Section = (typeof SECTIONS)[number];

/** Columns by which tables of offers can be sorted. */
export const COLUMNS = ['name', 'input', 'output', 'price', 'context'] as const;
export type Column = (typeof COLUMNS)[number];

/** The visible section of a model's page, and the order of its tables. */
export interface DetailView {
  /** null: all. */
  section: Section | null;
  sort: { by: Column; isDescending: boolean } | null;
}

/** Reads `?tab=` and `?sort=`; a minus before a column means descending. Ignores unknown values. */
export function readView(params: URLSearchParams): DetailView {
  const text = params.get('sort') ?? '';
  const isDescending = text.startsWith('-');
  const by = COLUMNS.find((one) => one === (isDescending ? text.slice(1) : text));
  return {
    section: SECTIONS.find((one) => one === params.get('tab')) ?? null,
    sort: by ? { by, isDescending } : null,
  };
}

/** The unknown values of an address, which `readView` ignores. */
export function unknownIn(params: URLSearchParams): ('section' | 'column')[] {
  const [tab, sort] = [params.get('tab'), params.get('sort')];
  const view = readView(params);
  return [
    ...(tab && view.section === null ? (['section'] as const) : []),
    ...(sort && view.sort === null ? (['column'] as const) : []),
  ];
}

/** The address of a model's page in another view. */
export function viewHref(id: string, { section, sort }: DetailView): string {
  const params = new URLSearchParams();
  if (section) params.set('tab', section);
  if (sort) params.set('sort', `${sort.isDescending ? '-' : ''}${sort.by}`);
  const text = params.toString();
  return text === '' ? modelHref(id) : `${modelHref(id)}?${text}`;
}

/** The view after a click on a tab: only that section, or all sections if only it was shown. */
export function afterTab(view: DetailView, section: Section): DetailView {
  return { ...view, section: view.section === section ? null : section };
}

/** The view after a click on the head of a column: ascending, then descending and back. */
export function afterSort(view: DetailView, by: Column): DetailView {
  const isAgain = view.sort?.by === by;
  return { ...view, sort: { by, isDescending: isAgain && !view.sort?.isDescending } };
}
