import { useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { useUserEvents } from '#app/ui/live/use-user-events.ts';
import { ADD_MODELS, AddModels } from './page/AddModels.tsx';
import { Prompts } from './page/Prompts.tsx';
import { RefusalNote } from './page/RefusalNote.tsx';
import { TopBar } from './page/TopBar.tsx';
import { PromptBox } from './page/prompt/PromptBox.tsx';
import type { PlaygroundData, Refusal } from './playground-data.ts';

/** Answers that end within this time share one reload. */
const TOGETHER_MS = 150;

/** Multi-model playground: one prompt, many answers side by side. */
export function PlaygroundPage({ data, refusal }: { data: PlaygroundData; refusal: Refusal | undefined }) {
  const { t } = useTranslation('playground');
  const { prompts, isAdding, wasCut, playgroundId } = data;
  const read = useReading(playgroundId);
  const close = () => {
    const dialog = document.getElementById(ADD_MODELS);
    if (dialog instanceof HTMLDialogElement) dialog.close();
  };
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto px-4 py-3">
        <h1 className="sr-only">{data.title ?? t('title')}</h1>
        <TopBar data={data} />
        {wasCut && <output className="mb-2 block text-sm text-warn">{t('cut')}</output>}
        {isAdding && <AddModels data={data} />}
        {refusal && !refusal.isPrompt && refusal.error && <RefusalNote error={refusal.error} />}
        {prompts.length > 0 ? <Prompts data={data} onEnd={read} /> : <NoPrompts data={data} />}
      </div>
      <PromptBox data={data} refusal={refusal?.isPrompt ? refusal : undefined} />
      <Dialog id={ADD_MODELS} title={t('models')}>
        <AddModels key={data.selected.map(({ pair }) => pair).join()} data={data} onDone={close} />
      </Dialog>
    </div>
  );
}

/** A page without prompts says what to do; the conversation may have prompts of another output. */
function NoPrompts({ data: { playgroundId, output, isMade } }: { data: PlaygroundData }) {
  const { t } = useTranslation('playground');
  if (!isMade || output === null) return <EmptyState title={t('noModel')} />;
  const isFresh = playgroundId === null || output === 'text';
  return <EmptyState title={t(isFresh ? 'start' : `none.${output}`)} text={t(`startText.${output}`)} />;
}

/**
 * Reloads the page when its conversation changes in any tab or on any device.
 * @returns a function that requests a reload; the same one in every render
 */
function useReading(playgroundId: string | null): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const isBusy = state !== 'idle' || navigation.state !== 'idle';
  const latest = useRef({ revalidate, isBusy });
  useEffect(() => {
    latest.current = { revalidate, isBusy };
  });
  const read = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (latest.current.isBusy) read();
      else latest.current.revalidate();
    }, TOGETHER_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useUserEvents((event) => {
    if (event.type === 'resync') read();
    if (event.type === 'playground' && event.playgroundId === playgroundId && event.change !== 'begun')
      read();
  });
  return read;
}
