import { Form, Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { SORTS, type PlaygroundData, type PromptView } from '#app/features/playground/playground-data.ts';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Film } from '#app/ui/icons/lucide.ts';
import { CellCard } from './CellCard.tsx';
import { sortCells } from './CellFigures.tsx';
import { selectionHref, TAB_CLASSES } from './selection-links.ts';

/** Max growing frames at a time without scripts: a browser allows six connections per host. */
const MAX_FRAMES = 3;

/** The prompts, with all answers and their cost. */
export function Prompts({ data, onEnd }: { data: PlaygroundData; onEnd: () => void }) {
  const { t } = useTranslation('playground');
  const { prompts, hasEarlier, sort } = data;
  const action = selectionHref(data);
  const framed = new Set(
    prompts
      .flatMap(({ cells }) => cells)
      .filter(({ state }) => state === 'queued')
      .slice(0, MAX_FRAMES)
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
        <section key={prompt.id} id={`p-${prompt.id}`} aria-label={t('prompt')} className="mb-6 scroll-mt-3">
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
                count={data.output === 'image' ? prompt.count : 1}
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

/** Total cost of all answers to a prompt, and the button that reveals hidden names. */
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

/** Thumbnails of the files sent with a prompt; each opens in full size. */
function SentFiles({ files, missing }: Pick<PromptView, 'files' | 'missing'>) {
  const { t } = useTranslation('playground');
  if (files.length + missing === 0) return null;
  return (
    <ul aria-label={t('sent')} className="mb-2 flex flex-wrap items-center justify-end gap-2">
      {files.map(({ file_id: id, url, preview, filename, width, height }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={filename}
            className="grid h-24 min-w-11 place-items-center overflow-hidden rounded-control border border-line bg-surface-sunken text-text-muted"
            style={{ aspectRatio: `${width} / ${height}`, maxWidth: '100%' }}
          >
            {preview === null ? (
              <Icon of={Film} size={20} />
            ) : (
              <img src={preview} alt="" width={width} height={height} className="size-full object-cover" />
            )}
          </a>
        </li>
      ))}
      {missing > 0 && <li className="text-sm text-text-muted">{t('gone', { count: missing })}</li>}
    </ul>
  );
}
