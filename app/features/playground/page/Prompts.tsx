import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatMicro } from '#app/contracts/money.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { SORTS, type PlaygroundData, type PromptView } from '../playground-data.ts';
import { CellCard } from './CellCard.tsx';
import { selectionHref } from './selection-href.ts';
import { SentFiles } from './SentFiles.tsx';
import { sortCells } from './sort-cells.ts';
import { TAB_CLASSES } from './tab-classes.ts';

/** Frames that grow at a time without scripts: a browser allows six connections to a host. */
const MOST_FRAMES = 3;

/** What was asked, with all answers and what they cost. */
export function Prompts({ data, onEnd }: { data: PlaygroundData; onEnd: () => void }) {
  const { t } = useTranslation('playground');
  const { prompts, hasEarlier, sort } = data;
  const action = selectionHref(data);
  const framed = new Set(
    prompts
      .flatMap(({ cells }) => cells)
      .filter(({ state }) => state === 'queued')
      .slice(0, MOST_FRAMES)
      .map(({ id }) => id),
  );
  const isOpen = framed.size > 0;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-1 text-sm">
        <span className="text-text-muted">{t('sort')}</span>
        {SORTS.map((one) => (
          <Link
            key={one}
            to={selectionHref(data, { sort: one })}
            aria-current={one === sort ? 'page' : undefined}
            preventScrollReset
            className={TAB_CLASSES}
          >
            {t(`by.${one}`)}
          </Link>
        ))}
        {isOpen && (
          <Form method="post" action={action} className="ms-auto">
            <Button size="small" name="intent" value="stop">
              {t('stopAll')}
            </Button>
          </Form>
        )}
      </div>
      {hasEarlier && (
        <TextLink to={`${action}&before=${prompts[0]?.position}`}>{t('earlierPrompts')}</TextLink>
      )}
      {prompts.map((prompt) => (
        <section key={prompt.id} id={`p-${prompt.id}`} aria-label={t('prompt')} className="mb-6">
          <SentFiles files={prompt.files} missing={prompt.missing} />
          {prompt.text !== '' && (
            <p
              dir="auto"
              className="ms-auto mb-3 w-fit max-w-reading rounded-panel bg-surface-sunken px-4 py-2 break-words whitespace-pre-wrap"
            >
              {prompt.text}
            </p>
          )}
          <ul
            className={`grid grid-cols-1 gap-3 ${data.output === 'text' ? 'sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]' : 'sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]'}`}
          >
            {sortCells(prompt.cells, sort).map((cell) => (
              <CellCard
                key={cell.id}
                cell={cell}
                prompt={prompt.text}
                output={data.output}
                shape={prompt.shape}
                place={prompt.cells.indexOf(cell) + 1}
                action={action}
                hasFrame={data.output === 'text' && framed.has(cell.id)}
                onEnd={onEnd}
              />
            ))}
          </ul>
          <Totals prompt={prompt} action={action} />
        </section>
      ))}
    </>
  );
}

/** What all answers to a prompt cost together, and the way to the hidden names. */
function Totals({ prompt: { id, cells, isBlind }, action }: { prompt: PromptView; action: string }) {
  const { t } = useTranslation('playground');
  const charged = cells
    .map(({ chargedMicro }) => BigInt(chargedMicro ?? '0'))
    .reduce((sum, one) => sum + one, 0n);
  if (isBlind)
    return (
      <Form
        method="post"
        action={action}
        className="mt-2 flex flex-wrap items-center gap-2 text-sm text-text-muted"
      >
        <input type="hidden" name="promptId" value={id} />
        {t('vote')}
        <Button size="small" variant="plain" name="intent" value="reveal">
          {t('reveal')}
        </Button>
      </Form>
    );
  return (
    <p className="mt-2 text-sm text-text-muted tabular-nums">
      {t('total', { count: cells.length, cost: formatMicro(charged) })}
    </p>
  );
}
