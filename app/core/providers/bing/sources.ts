import { parseUrl } from '#app/contracts/text/parse-url.ts';
import { isObject } from '#app/core/providers/shared/json.ts';

/** How Bing names a source in its text: `[^1^]`. */
const MARK = /\[\^(\d{1,2})\^\]/g;
const HALF_MARK = /\[(?:\^(?:\d{1,2}\^?)?)?$/;
const LONGEST_MARK = 6;

const ADDRESS_MAX = 2_000;
const NAME_MAX = 200;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Where half a mark begins at the end of a text; its length where there is none. */
export function withoutHalfMark(text: string): number {
  const half = HALF_MARK.exec(text.slice(-LONGEST_MARK));
  return half ? text.length - half[0].length : text.length;
}

/**
 * Turns the marks of sources into links. Their addresses are told behind the text, which is why they stand there: a mark
 * becomes a reference of Markdown, which reads well, too, where the answer was cut before.
 */
export class Sources {
  readonly #named = new Set<number>();
  /** The last character that was said. */
  #last = ' ';

  /** @param text in which no mark is cut */
  link(text: string): string {
    const linked = text.replace(MARK, (_mark, digits: string, at: number) => {
      const number = Number(digits);
      this.#named.add(number);
      // Two references without anything between them are one.
      const before = at === 0 ? this.#last : text[at - 1]!;
      return `${/\s/.test(before) ? '' : ' '}[${labelOf(number)}]`;
    });
    this.#last = linked.at(-1) ?? this.#last;
    return linked;
  }

  /** Where the sources that were named are, as far as they are on the web. @param attributions in the order of their numbers */
  addresses(attributions: unknown): string {
    const list: readonly unknown[] = Array.isArray(attributions) ? attributions : [];
    const lines = [...this.#named].flatMap((number) => {
      const source = list[number - 1];
      const address = isObject(source) ? webAddress(source['seeMoreUrl']) : null;
      if (address === null) return [];
      return `[${labelOf(number)}]: <${address}>${titleOf((source as { providerDisplayName?: unknown }).providerDisplayName)}`;
    });
    return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
  }
}

/** A picture that Bing would make, as a link to where it does. */
export function pictureLink(description: unknown, baseUrl: string): string {
  if (typeof description !== 'string' || description.trim() === '') return '';
  const words = onOneLine(description);
  const url = new URL('/images/create', baseUrl);
  url.searchParams.set('q', words);
  return `[${words.replace(/[\\[\]`*_<>!&~]/g, '\\$&')}](<${url.href}>)`;
}

function labelOf(number: number): string {
  return String(number).replace(/\d/g, (digit) => RAISED[Number(digit)]!);
}

function webAddress(address: unknown): string | null {
  if (typeof address !== 'string' || address.length > ADDRESS_MAX) return null;
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.href.replace(/[\\<>\s]/g, encodeURIComponent);
}

function titleOf(name: unknown): string {
  const words = typeof name === 'string' ? onOneLine(name) : '';
  return words === '' ? '' : ` "${words.replace(/["\\]/g, '\\$&')}"`;
}

function onOneLine(text: string): string {
  return text.slice(0, NAME_MAX).replace(/\s+/g, ' ').trim();
}
