/** A part of the address that names nothing there is; `shown` stands in its place, if anything does. */
export interface Notice {
  field: 'tab' | 'user' | 'model' | 'source' | 'dateInterval' | 'page' | 'until';
  /** Cut to `ASKED_MAX` characters. */
  asked: string;
  shown: string;
}

const ASKED_MAX = 60;

/** Says that something else is shown than what was asked for. */
export function noticeOf(field: Notice['field'], asked: string, shown = ''): Notice {
  return { field, asked: asked.slice(0, ASKED_MAX), shown };
}
