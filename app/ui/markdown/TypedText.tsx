import { Fragment, useMemo } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { CodeBlock } from './elements/CodeBlock.tsx';
import { safeUrl } from './elements/safe-url.ts';
import { markdownLabels } from './labels.ts';
import { fenceOpenedBy, indentOf, isClosedBy, linesOf, type Fence } from './source/lines.ts';

/** A part of a typed text: plain text, a link, or a fenced code block. */
type TypedPart =
  | { kind: 'words'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'code'; text: string; language: string };

/** More links and code blocks than a message has; the text after them stays plain. */
const MAX_PARTS = 300;

const MAX_INDENT = 3;

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;

/**
 * Shows a user's text as typed: line breaks are kept; only links and fenced code are formatted. No Markdown
 * and no formulas, so a dollar sign stays a dollar sign. The result is the same on the server and in the
 * browser before the server has the message.
 */
export function TypedText({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const labels = useMemo(() => markdownLabels(t), [t]);
  const stretches = useMemo(() => stretchesOf(typedParts(text)), [text]);
  return (
    <div className="markdown">
      {stretches.map((stretch, index) =>
        stretch.kind === 'code' ? (
          <CodeBlock key={index} labels={labels}>
            <code className={stretch.language && `language-${stretch.language}`}>{stretch.text}</code>
          </CodeBlock>
        ) : (
          <p key={index} dir="auto" className="plain-text">
            {stretch.parts.map((part, place) => (
              <Fragment key={place}>{part.kind === 'link' ? <TypedLink {...part} /> : part.text}</Fragment>
            ))}
          </p>
        ),
      )}
    </div>
  );
}

function TypedLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

type CodePart = Extract<TypedPart, { kind: 'code' }>;

type Stretch = CodePart | { kind: 'words'; parts: Exclude<TypedPart, CodePart>[] };

/** Groups consecutive plain text and links into one paragraph. */
function stretchesOf(parts: TypedPart[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    if (part.kind === 'code') stretches.push(part);
    else if (last?.kind === 'words') last.parts.push(part);
    else stretches.push({ kind: 'words', parts: [part] });
  }
  return stretches;
}

/**
 * Splits a text into the parts to show as typed. Joined, the parts equal the text without the fence marks.
 * Linear.
 */
export function typedParts(text: string): TypedPart[] {
  const parts: TypedPart[] = [];
  let lines: string[] = [];
  let code: { fence: Fence; language: string; lines: string[] } | null = null;
  const endText = () => {
    const stretch = lines.join('\n');
    if (stretch.trim() !== '') linksOf(stretch, parts);
    lines = [];
  };
  const endCode = () => {
    if (code) parts.push({ kind: 'code', text: `${code.lines.join('\n')}\n`, language: code.language });
    code = null;
  };
  for (const line of linesOf(text)) {
    if (code) {
      if (isClosedBy(code.fence, line)) endCode();
      else code.lines.push(line);
      continue;
    }
    const fence = indentOf(line) <= MAX_INDENT && parts.length < MAX_PARTS ? fenceOpenedBy(line) : null;
    if (!fence) lines.push(line);
    else {
      endText();
      code = { fence, language: languageOf(line, fence), lines: [] };
    }
  }
  endText();
  endCode();
  return parts;
}

function languageOf(line: string, { length }: Fence): string {
  return /^[\w+#.-]{1,40}/.exec(line.trim().slice(length).trimStart())?.[0] ?? '';
}

/** Appends the plain text and the links of a stretch to the parts. */
function linksOf(stretch: string, parts: TypedPart[]): void {
  let at = 0;
  for (const { 0: match, index } of stretch.matchAll(ADDRESS)) {
    if (parts.length >= MAX_PARTS) break;
    const text = withoutPunctuation(match);
    const url = safeUrl(text);
    if (!url) continue;
    if (index > at) parts.push({ kind: 'words', text: stretch.slice(at, index) });
    parts.push({ kind: 'link', text, href: url.href });
    at = index + text.length;
  }
  if (at < stretch.length) parts.push({ kind: 'words', text: stretch.slice(at) });
}

/**
 * Removes the punctuation that ends the surrounding sentence; a closing bracket stays if the address contains
 * the opening one.
 */
function withoutPunctuation(address: string): string {
  let end = address.length;
  const hasOpened = address.includes('(');
  while (end > 0) {
    const last = address[end - 1] ?? '';
    if (!'.,;:!?*_~]}'.includes(last) && !(last === ')' && !hasOpened)) break;
    end -= 1;
  }
  return address.slice(0, end);
}
