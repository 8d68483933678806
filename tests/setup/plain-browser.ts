import { attribute } from './html-text.ts';
import { readForms, type PageForm, type SubmitButton } from './page-forms.ts';

export { attribute, unescape } from './html-text.ts';

/** An answer whose body has been read. */
export interface PlainAnswer {
  status: number;
  headers: Headers;
  /** Path and query of a redirect, or null. */
  location: string | null;
  /** Without its scripts, and so without the texts in them: all the text in it is visible. */
  body: string;
  json: <Body = Record<string, unknown>>() => Body;
}

/**
 * Values that replace those of a form: texts, the boxes that are checked (null: none), or the file of a file
 * input.
 */
export type Filled = Record<string, string | readonly string[] | File | null>;

/** A page and its address. */
export type PlainPage = Pick<PlainAnswer, 'body'> & { path: string };

interface Sent {
  method?: string;
  body?: string | URLSearchParams | FormData;
  headers?: Record<string, string>;
}

/**
 * A browser with scripts off, at the HTTP level: it stores cookies by path, sends the headers by which a
 * server distinguishes its own forms from those of other sites, follows no redirects, and fills in forms of
 * the page.
 */
export class PlainBrowser {
  readonly cookies = new Map<string, { value: string; path: string; attributes: string }>();
  private readonly origin: string;
  private readonly language: string;
  /** The origin that forms of the last page are sent with: a page without a referrer sends none. */
  private formOrigin: string;

  constructor(origin: string, { language = 'en-US' } = {}) {
    this.origin = origin;
    this.language = language;
    this.formOrigin = origin;
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<PlainAnswer> {
    const own: Record<string, string> =
      method === 'GET'
        ? { 'sec-fetch-site': 'none' }
        : { origin: this.formOrigin, 'sec-fetch-site': 'same-origin' };
    const cookie = this.cookieHeader(path);
    const answer = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': this.language,
        ...own,
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    if (answer.headers.get('content-type')?.startsWith('text/html'))
      this.formOrigin = answer.headers.get('referrer-policy') === 'no-referrer' ? 'null' : this.origin;
    const text = await answer.text();
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      headers: answer.headers,
      location: location && location.replace(this.origin, ''),
      body: text.replace(/<script\b[\s\S]*?<\/script>/g, ''),
      json: <Body>() => JSON.parse(text) as Body,
    };
  }

  get(path: string): Promise<PlainAnswer> {
    return this.send(path);
  }

  postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<PlainAnswer> {
    return this.send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /**
   * Loads a page, fills its form with `fields` in addition to its values, and sends it.
   * @param action the form's address without a query, to distinguish it from others
   */
  async submit(path: string, fields: Record<string, string>, action?: string): Promise<PlainAnswer> {
    const page = await this.get(path);
    const form = findForm(page.body, action);
    if (!form) throw new Error(`No form ${action ?? ''} at ${path} (${page.status})`);
    const body = new URLSearchParams({ ...form.fields, ...fields });
    return this.send(form.action || path, { method: 'POST', body });
  }

  /**
   * Loads a page and presses a button of it, as a browser without scripts does: sends the form of the button
   * with its values, replaced by those of `filled`. Every field of `filled` must exist in the form.
   * @param label of the button: its `aria-label`, or its text
   */
  async press(path: string, label: string, filled: Filled = {}): Promise<PlainAnswer> {
    const { body } = await this.get(path);
    return this.pressOn({ path, body }, label, filled);
  }

  /** As `press`, on a page that is already loaded. */
  async pressOn(page: PlainPage, label: string, filled: Filled = {}): Promise<PlainAnswer> {
    const forms = readForms(page.body);
    const isButton = (button: SubmitButton) => button.label === label && !button.isDisabled;
    const form = forms.find(
      ({ buttons, controls }) =>
        buttons.some(isButton) &&
        Object.keys(filled).every((wanted) => controls.some(({ name }) => name === wanted)),
    );
    const button = form?.buttons.find(isButton);
    if (!form || !button) throw new Error(`No form for ${label} on ${page.path}: ${JSON.stringify(forms)}`);
    const entries = entriesOf(form, filled);
    if (button.name) entries.push([button.name, button.value]);
    const action = ((button.action ?? form.action) || page.path).split('#', 1)[0]!;
    if ((button.method ?? form.method) === 'GET')
      return this.get(`${action.split('?', 1)[0]}?${textsOf(entries).toString()}`);
    if (!form.isMultipart) return this.send(action, { method: 'POST', body: textsOf(entries) });
    const body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    return this.send(action, { method: 'POST', body });
  }

  /** The page that a redirect leads to. */
  async follow({ status, location }: PlainAnswer): Promise<PlainAnswer> {
    if (!location) throw new Error(`${status} leads nowhere`);
    return this.get(location.split('#', 1)[0]!);
  }

  cookieHeader(path: string): string {
    const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((part) => /^path=/i.test(part))?.slice(5) ?? '/';
    if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, { value: value.join('='), path, attributes: attributes.join('; ') });
  }
}

/** Address and hidden or prefilled fields of the first form with the method POST. */
function findForm(html: string, wanted?: string): { action: string; fields: Record<string, string> } | null {
  for (const [form] of html.matchAll(/<form\b[\s\S]*?<\/form>/g)) {
    const tag = /^<form\b[^>]*>/.exec(form)?.[0] ?? '';
    const action = attribute(tag, 'action') ?? '';
    if (!/method="post"/i.test(tag) || (wanted !== undefined && action.split('?', 1)[0] !== wanted)) continue;
    const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
    const entries = inputs.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']);
    return { action, fields: Object.fromEntries(entries) as Record<string, string> };
  }
  return null;
}

const NO_FILE = new File([], '', { type: 'application/octet-stream' });

/** The entries that a browser sends for the controls of a form. */
function entriesOf({ controls }: PageForm, filled: Filled): [string, string | File][] {
  const places = new Map<string, number>();
  return controls.flatMap(({ name, kind, value, isChecked }): [string, string | File][] => {
    const place = places.get(name) ?? 0;
    places.set(name, place + 1);
    const given = filled[name];
    const texts = typeof given === 'string' ? [given] : Array.isArray(given) ? (given as string[]) : [];
    if (kind === 'file') return [[name, given instanceof File ? given : NO_FILE]];
    if (kind === 'text') return [[name, given === undefined ? value : (texts[place] ?? '')]];
    return (given === undefined ? isChecked : texts.includes(value)) ? [[name, value]] : [];
  });
}

const textsOf = (entries: readonly [string, string | File][]) =>
  new URLSearchParams(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
