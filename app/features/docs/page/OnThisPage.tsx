import { useTranslation } from 'react-i18next';
import type { ShownBlock } from '../docs-data.ts';

/** Over so many only the headings of the upper level are listed. */
const MOST_LISTED = 14;

type Heading = Extract<ShownBlock, { kind: 'heading' }>;

/** The headings that a page lists. */
export function headingsOf(blocks: readonly ShownBlock[]): Heading[] {
  const all = blocks.filter((block) => block.kind === 'heading');
  return all.length > MOST_LISTED ? all.filter(({ level }) => level === 2) : all;
}

/** Where the headings of the page are. */
export function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation('docs');
  return (
    <nav aria-label={t('onThisPage')}>
      <ul lang="en" className="flex flex-col">
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`flex control items-center rounded-control py-1 text-sm text-text-muted hover:text-text hover:underline ${level === 3 ? 'ps-3' : ''}`}
            >
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
