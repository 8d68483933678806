import { describe, expect, it } from 'vitest';
import { seedFrom, sizeFrom } from '#tests/setup/suite.ts';
import { TEST_LABELS as labels } from '../test-labels.ts';
import { renderStored } from './render-stored.server.tsx';

const SAMPLES = sizeFrom('FUZZ_ROUNDS', { default: 300, full: 3000 });
const seed = seedFrom('HOSTILE_SEED');

const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  '\u0001javascript:',
  'data:text/html,',
  'vbscript:',
  'file:///',
  '//evil.example',
  '/logout',
  'https://evil.example/',
  'http://evil.example/?q=',
  'mailto:a@evil.example',
  '&#106;avascript:',
  'javascript&colon;',
  'blob:',
  'ftp://evil.example/',
  '\\\\evil.example\\x',
];
const PAYLOADS = [
  'alert(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" style="position:fixed;inset:0',
  '</code></pre><script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example">',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example>',
  '<form action=//evil.example><input name=p>',
  '<a href="javascript:alert(1)">x</a>',
  '${x}',
  '\\u003cscript\\u003e',
  '<!--',
  '-->',
  '<![CDATA[',
  '\0',
  '\u202e',
  '&lt;script&gt;',
];
const MATHS = [
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://evil.example}',
  '\\includegraphics{https://evil.example/a.png}',
  '\\htmlStyle{position:fixed}{x}',
  '\\htmlClass{fixed}{x}',
  '\\htmlData{x=1}{y}',
  '\\rule{9999em}{9999em}',
  '\\kern-999em x',
  '\\raise999em{x}',
  '\\def\\a{\\a\\a}\\a',
  '\\color{red;position:fixed}x',
  '\\textcolor{expression(alert(1))}{x}',
  '\\text{<script>alert(1)</script>}',
  '\\unknown{',
  '\\colorbox{url(//evil.example)}{x}',
];

/** Seeded generator, so that a failure can be reproduced. */
function generator(start: number): () => number {
  let state = start;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function sampleMaker(next: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const address = () => `${pick(SCHEMES)}${pick(PAYLOADS)}`;
  const shapes: (() => string)[] = [
    () => `[${pick(PAYLOADS)}](${address()})`,
    () => `[x](<${address()}> "${pick(PAYLOADS)}")`,
    () => `![${pick(PAYLOADS)}](${address()})`,
    () => `<${address()}>`,
    () => `[x]: ${address()} '${pick(PAYLOADS)}'\n\n[x] ![x]`,
    () => pick(PAYLOADS),
    () => `\`\`\`${pick(PAYLOADS)}\n${pick(PAYLOADS)}\n\`\`\``,
    () => `\`${pick(PAYLOADS)}\``,
    () => `$$${pick(MATHS)}$$`,
    () => `\\[${pick(MATHS)}\\]`,
    () => `| ${pick(PAYLOADS)} |\n|---|\n| ${pick(PAYLOADS)} |`,
    () => `- [x] ${pick(PAYLOADS)}`,
    () => `x[^${pick(['1', '"onclick=x', '<b>'])}]\n\n[^1]: ${pick(PAYLOADS)}`,
    () => `> ${'>'.repeat(Math.floor(next() * 40))} ${pick(PAYLOADS)}`,
    () => `# ${pick(PAYLOADS)}`,
    () => `www.evil.example/${pick(PAYLOADS)} ${address()}`,
  ];
  return () =>
    Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(shapes)()).join(
      pick(['\n\n', '\n', ' ', '']),
    );
}

const TAGS = new Set(
  'p li ul ol blockquote td th h3 h4 h5 h6 a figure figcaption span button pre code div table thead tbody tr br hr strong em del sup section math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mstyle mtable mtr mtd munder mover munderover mpadded mphantom menclose merror svg path line'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'dir id class href target rel aria-label aria-hidden aria-describedby role tabindex type data-copy-code data-align data-depth start title style xmlns display encoding mathvariant stretchy fence form separator lspace rspace width height depth voffset minsize maxsize linethickness scriptlevel displaystyle columnalign rowspacing columnspacing columnlines rowlines accent accentunder mathcolor mathbackground viewbox preserveaspectratio d x1 x2 y1 y2 stroke-width notation mathsize movablelimits symmetric largeop xmlns:xlink focusable linebreak'.split(
    ' ',
  ),
);

/** Separate small HTML parser, so that the check does not depend on the code that it checks. */
function violations(html: string): string[] {
  const found: string[] = [];
  const rest = html.replaceAll(
    /<\/?([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/g,
    (_whole, tag: string, attributes: string) => {
      if (!TAGS.has(tag.toLowerCase())) found.push(`tag ${tag}`);
      for (const [, name = '', value = ''] of attributes.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g))
        checkAttribute(tag, name.toLowerCase(), value, found);
      return '';
    },
  );
  if (/[<>]/.test(rest)) found.push(`loose bracket: ${/.{0,40}[<>].{0,40}/s.exec(rest)?.[0]}`);
  return found;
}

function checkAttribute(tag: string, name: string, value: string, found: string[]): void {
  if (!ATTRIBUTES.has(name)) found.push(`attribute ${tag} ${name}`);
  if (name === 'href' && !/^(?:https?:\/\/|mailto:|#m1-)/.test(value)) found.push(`address ${value}`);
  if (name === 'href' && tag !== 'a') found.push(`address on ${tag}`);
  if (name === 'target' && value !== '_blank') found.push(`target ${value}`);
  // Only formulas have styles, and only those that KaTeX writes: sizes and positions inside the formula.
  if (name === 'style' && !/^(?:[\w-]+:[\w .#%()-]*;?)*$/.test(value)) found.push(`style ${value}`);
  if (name === 'style' && /position:\s*(?:fixed|sticky|absolute)|url|expression|inset/i.test(value))
    found.push(`style ${value}`);
}

describe('hostile Markdown', () => {
  it(`is harmless in ${SAMPLES} generated samples (seed ${seed})`, { timeout: 600_000 }, async () => {
    const sample = sampleMaker(generator(seed));
    const bad: unknown[] = [];
    for (let round = 0; round < SAMPLES; round += 1) {
      const source = sample();
      const { html } = await renderStored(source, labels, 'm1');
      const found = violations(html);
      if (found.length > 0) bad.push({ round, source, found });
    }
    expect(bad).toEqual([]);
  });

  it('is detected by this check', () => {
    for (const bad of [
      '<script>x</script>',
      '<p onclick="x">y</p>',
      '<a href="javascript:x">y</a>',
      '<img src="https://x.example/">',
      '<p style="position:fixed">x</p>',
      '<p title="a"b<c">x</p>',
    ]) {
      expect(violations(bad)).not.toEqual([]);
    }
  });
});
