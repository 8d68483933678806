import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../elements/CodeBlock.tsx';
import { markdownLabels } from '../labels.ts';
import { typedParts, type TypedPart } from './typed-parts.ts';

/**
 * What a person wrote, as typed: line breaks kept, only links and fenced code formatted. No Markdown and no formulas,
 * so that a dollar stays a dollar. The same on the server and before the server has it.
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

/** Words and links that follow each other stand in one paragraph. */
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
