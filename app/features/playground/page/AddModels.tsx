import { Form } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { MAX_PAIRS } from '#app/contracts/playground/playground.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import type { PlaygroundData } from '../playground-data.ts';
import { pathOf } from './selection-links.ts';

/** Id of the models dialog; without scripts the page contains the same form. */
export const ADD_MODELS = 'add-models';

/** Lists every available pair with a checkbox. A search hides the others and unticks none. */
export function AddModels({ data, onDone }: { data: PlaygroundData; onDone?: () => void }) {
  const { t } = useTranslation('playground');
  const hydrated = useHydrated();
  const [wanted, setWanted] = useState('');
  const { playgroundId, subcategory, options, selected, search, sort } = data;
  const chosen = new Set(selected.map(({ pair }) => pair));
  const words = wanted.toLowerCase().split(/\s+/);
  const isHidden = (text: string) => !words.every((word) => text.toLowerCase().includes(word));
  return (
    <Form method="get" action={pathOf(playgroundId)} onSubmit={onDone} className="flex flex-col gap-3">
      <input type="hidden" name="category" value={subcategory} />
      {sort !== 'place' && <input type="hidden" name="sort" value={sort} />}
      <div className="flex gap-2">
        <TextInput
          type="search"
          name={hydrated ? undefined : 'search'}
          defaultValue={search}
          aria-label={t('search')}
          placeholder={t('search')}
          onInput={(event) => setWanted(event.currentTarget.value)}
          className="min-w-0 grow"
        />
        {!hydrated && (
          <Button name="add" value="1">
            {t('searchNow')}
          </Button>
        )}
      </div>
      <p className="text-sm text-text-muted">{t('most', { count: MAX_PAIRS })}</p>
      <ul className="max-h-[50dvh] overflow-y-auto rounded-control border border-line">
        {options.map(({ pair, model, modelName, providerName, price }) => (
          <li key={pair} hidden={isHidden(`${modelName} ${model} ${providerName}`)}>
            <label className="control flex items-center gap-3 px-3 hover:bg-surface-sunken">
              <input type="checkbox" name="pair" value={pair} defaultChecked={chosen.has(pair)} />
              <span className="flex min-w-0 grow flex-col py-1">
                <span className="truncate">{modelName}</span>
                <span className="truncate text-xs text-text-muted">{providerName}</span>
              </span>
              <span className="shrink-0 text-xs text-text-muted tabular-nums">{price}</span>
            </label>
          </li>
        ))}
        {options.every(({ modelName, model, providerName }) =>
          isHidden(`${modelName} ${model} ${providerName}`),
        ) && <li className="p-3 text-text-muted">{t('notFound')}</li>}
      </ul>
      <Button variant="primary" className="self-end">
        {t('use')}
      </Button>
    </Form>
  );
}
