import { modelHref } from '#app/contracts/catalogue/model-href.ts';

export const SECTIONS = ['providers', 'api', 'parameters'] as const;
export type Section = (typeof SECTIONS)[number];

/** What tables of offers can be ordered by. */
export const COLUMNS = ['name', 'input', 'output', 'price', 'context'] as const;
export type Column = (typeof COLUMNS)[number];

/** What the page of a model shows, and in which order. */
export interface DetailView {
  /** null: all. */
  section: Section | null;
  sort: { by: Column; isDescending: boolean } | null;
}

/** Reads `?tab=` and `?sort=`; a minus before a column is descending. What is not known is left out. */
export function readView(params: URLSearchParams): DetailView {
  const text = params.get('sort') ?? '';
  const isDescending = text.startsWith('-');
  const by = COLUMNS.find((one) => one === (isDescending ? text.slice(1) : text));
  return {
    section: SECTIONS.find((one) => one === params.get('tab')) ?? null,
    sort: by ? { by, isDescending } : null,
  };
}

/** What the address names that there is not, and `readView` leaves out. */
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

/** The view after a press on a tab: that section alone, or all again where it was alone. */
export function afterTab(view: DetailView, section: Section): DetailView {
  return { ...view, section: view.section === section ? null : section };
}

/** The view after a press on the head of a column: ascending, then descending and back. */
export function afterSort(view: DetailView, by: Column): DetailView {
  const isAgain = view.sort?.by === by;
  return { ...view, sort: { by, isDescending: isAgain && !view.sort?.isDescending } };
}
