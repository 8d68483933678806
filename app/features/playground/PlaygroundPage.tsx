import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { CATEGORIES } from '#app/contracts/playground/playground.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { ConfirmButton } from '#app/ui/components/button/ConfirmButton.tsx';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { AddModels, ADD_MODELS } from './page/AddModels.tsx';
import { CellCard } from './page/CellCard.tsx';
import { DeleteRun, SelectedModels } from './page/PlaygroundSideBar.tsx';
import { PromptBox } from './page/PromptBox.tsx';
import { RefusalNote } from './page/RefusalNote.tsx';
import { pathOf, selectionHref } from './page/selection-href.ts';
import { sortCells } from './page/sort-cells.ts';
import { useReading } from './page/use-reading.ts';
import { SORTS, type PlaygroundData, type PromptView, type Refusal } from './playground-data.ts';

/** Frames that grow at a time without scripts: a browser allows six connections to a host. */
const MOST_FRAMES = 3;
const TAB =
  'control inline-flex items-center rounded-control px-3 text-text-muted hover:bg-surface-sunken aria-[current=page]:bg-surface-sunken aria-[current=page]:font-medium aria-[current=page]:text-text';
/** Where each output of the toggle leads. */
const OUTPUT_LINKS = [
  ['text', 'text-to-text'],
  ['image', 'text-to-image'],
  ['video', 'text-to-video'],
] as const;

/** The multi-model playground: one prompt, many answers side by side. */
export function PlaygroundPage({ data, refusal }: { data: PlaygroundData; refusal: Refusal | undefined }) {
  const { t } = useTranslation('playground');
  const { prompts, isMade, isAdding, wasCut, subcategory, playgroundId } = data;
  const read = useReading(playgroundId);
  const close = () => {
    const dialog = document.getElementById(ADD_MODELS);
    if (dialog instanceof HTMLDialogElement) dialog.close();
  };
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto px-4 py-3">
        <h1 className="sr-only">{data.title ?? t('title')}</h1>
        <nav aria-label={t('categories')} className="mb-2 flex flex-wrap gap-1 lg:hidden">
          {CATEGORIES.map(({ name, modalities }) => (
            <Link
              key={name}
              to={selectionHref(data, { subcategory: modalities[0] ?? 'audio' })}
              aria-current={
                (modalities as readonly string[]).includes(subcategory) ||
                (name === 'audio' && subcategory === 'audio')
                  ? 'page'
                  : undefined
              }
              className={TAB}
            >
              {t(`category.${name}`)}
            </Link>
          ))}
        </nav>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <nav aria-label={t('output')} className="flex rounded-control border border-line p-0.5">
            {OUTPUT_LINKS.map(([name, to]) => (
              <Link
                key={name}
                to={selectionHref(data, { subcategory: to })}
                aria-current={subcategory.endsWith(`-to-${name}`) ? 'page' : undefined}
                className={TAB}
              >
                {t(`mode.${name}`)}
              </Link>
            ))}
          </nav>
          {playgroundId !== null && (
            <span className="ms-auto">
              <DeleteRun action={pathOf(playgroundId)}>
                <ConfirmButton size="small" variant="plain" confirm={t('deleteNow')}>
                  {t('delete')}
                </ConfirmButton>
              </DeleteRun>
            </span>
          )}
        </div>
        <div className="lg:hidden">
          <SelectedModels data={data} />
        </div>
        {wasCut && <output className="mb-2 block text-sm text-warn">{t('cut')}</output>}
        {isAdding && <AddModels data={data} />}
        {refusal?.text === '' && <RefusalNote error={refusal.error} />}
        {!isMade ? (
          <EmptyState title={t(`none.${data.output ?? 'audio'}`)} />
        ) : prompts.length === 0 ? (
          <EmptyState
            title={data.output === 'text' || data.output === null ? t('start') : t(`none.${data.output}`)}
            text={t('startText')}
          />
        ) : (
          <Prompts data={data} onEnd={read} />
        )}
      </div>
      <PromptBox key={data.sendId} data={data} refusal={refusal?.text ? refusal : undefined} />
      <Dialog id={ADD_MODELS} title={t('models')}>
        <AddModels key={data.selected.map(({ pair }) => pair).join()} data={data} onDone={close} />
      </Dialog>
    </div>
  );
}

function Prompts({ data, onEnd }: { data: PlaygroundData; onEnd: () => void }) {
  const { t } = useTranslation('playground');
  const { prompts, hasEarlier, sort, playgroundId } = data;
  const action = pathOf(playgroundId);
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
            className={TAB}
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
        <TextLink to={`${action}?category=${data.subcategory}&before=${prompts[0]?.position}`}>
          {t('earlierPrompts')}
        </TextLink>
      )}
      {prompts.map((prompt) => (
        <section key={prompt.id} id={`p-${prompt.id}`} aria-label={t('prompt')} className="mb-6">
          <p
            dir="auto"
            className="ms-auto mb-3 w-fit max-w-reading rounded-panel bg-surface-sunken px-4 py-2 break-words whitespace-pre-wrap"
          >
            {prompt.text}
          </p>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
            {sortCells(prompt.cells, sort).map((cell) => (
              <CellCard
                key={cell.id}
                cell={cell}
                prompt={prompt.text}
                output={data.output}
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
