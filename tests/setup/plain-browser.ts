/** An answer whose body has been read. */
export interface PlainAnswer {
  status: number;
  headers: Headers;
  /** Path and query of a redirect, or null. */
  location: string | null;
  /** Without its scripts, and so without the texts that they bring: what stands here is shown. */
  body: string;
  json: <Body = Record<string, unknown>>() => Body;
}

interface Sent {
  method?: string;
  body?: string | URLSearchParams | FormData;
  headers?: Record<string, string>;
}

/**
 * A browser with scripts off, as far as HTTP goes: it keeps cookies by path, sends the headers by which a
 * server tells its own forms from a stranger's, follows nothing, and fills in forms that stand in the page.
 */
export class PlainBrowser {
  readonly cookies = new Map<string, { value: string; path: string; attributes: string }>();
  private readonly origin: string;
  private readonly language: string;

  constructor(origin: string, { language = 'en-US' } = {}) {
    this.origin = origin;
    this.language = language;
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<PlainAnswer> {
    const own: Record<string, string> =
      method === 'GET' ? {} : { origin: this.origin, 'sec-fetch-site': 'same-origin' };
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
   * Loads a page, fills its form with `fields` beside what stands in it, and sends it.
   * @param action tells the form from others by its address, without a query
   */
  async submit(path: string, fields: Record<string, string>, action?: string): Promise<PlainAnswer> {
    const page = await this.get(path);
    const form = findForm(page.body, action);
    if (!form) throw new Error(`No form ${action ?? ''} at ${path} (${page.status})`);
    const body = new URLSearchParams({ ...form.fields, ...fields });
    return this.send(form.action || path, { method: 'POST', body });
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

/** Address and hidden or prefilled fields of the first form that is sent by POST. */
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

/** An attribute of a tag as text, or null. */
export function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescape(value);
}

/** Text as it was before it became HTML. */
export function unescape(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
