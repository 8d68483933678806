import { Form, Link } from '@remix-run/react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { SEARCH_MAX } from '#app/contracts/catalogue/listing.ts';
import { Section } from '#app/features/landing/Section.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { Search } from '#app/ui/icons/lucide.ts';
import { FeaturedRow } from './FeaturedRow.tsx';
import {
  FEATURED_TABS,
  featuredSearch,
  type FeaturedList,
  type FeaturedQuery,
  type FeaturedTab,
} from './featured.ts';

const NOTICE =
  'flex min-h-44 flex-col items-center justify-center gap-3 rounded-card border border-line bg-surface-raised p-6 text-text-muted';

/** The anchor that the page scrolls to after a form or a link without scripts. */
const PLACE = 'models';

const DEBOUNCE_MS = 500;

/** The list, its state, and the functions that change it. */
interface Featured {
  /** null: it could not be read. */
  list: FeaturedList | null;
  isLoading: boolean;
  /** The latest query; it is shown as selected before its list arrives. */
  wanted: FeaturedQuery;
  /** Sends a search after half a second without typing. A search covers all tabs. */
  search: (text: string) => void;
  /** Sends a query at once. */
  show: (wanted: FeaturedQuery) => void;
}

/** Five models with their prices, with a search and tabs; a form and links without scripts. */
export function FeaturedModels({ first }: { first: FeaturedList | null }) {
  const { t } = useTranslation('landing');
  const { list, isLoading, wanted, search, show } = useFeatured(first);
  const box = useRef<HTMLInputElement>(null);
  const { models = [] } = list ?? {};
  const hasRows = models.length > 0;
  const isFailed = !isLoading && list === null;
  const status = statusOf();

  // Reads text that was typed before the scripts loaded; afterwards both are the same.
  useEffect(() => {
    const typed = box.current?.value.trim() ?? '';
    if (typed !== wanted.search) search(typed);
  });

  return (
    <Section id={PLACE} title={t('models.title')} text={t('models.text')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={t('models.tabs')}>
          <ul className="flex flex-wrap gap-1">
            {FEATURED_TABS.map((tab) => (
              <li key={tab}>
                <Tab
                  tab={tab}
                  isChosen={tab === wanted.tab}
                  isOff={wanted.search !== ''}
                  onChoose={() => show({ search: '', tab })}
                />
              </li>
            ))}
          </ul>
        </nav>
        <search className="w-full sm:w-80">
          <Form
            action={`/#${PLACE}`}
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              show({ search: box.current?.value.trim() ?? '', tab: 'all' });
            }}
          >
            <TextInput
              ref={box}
              type="search"
              name="q"
              maxLength={SEARCH_MAX}
              defaultValue={first?.search}
              autoComplete="off"
              aria-label={t('models.search')}
              placeholder={t('models.search')}
              onInput={(event) => search(event.currentTarget.value)}
            />
            <Button aria-label={t('models.find')} className="px-3!">
              <Icon of={Search} />
            </Button>
          </Form>
        </search>
      </div>
      <div className={hasRows || status === null ? 'contents' : NOTICE}>
        {/* Always mounted, so that screen readers announce changes. */}
        <output className={hasRows ? 'sr-only' : undefined}>{status}</output>
        {isFailed && (
          <Button onClick={() => show(wanted)} type="button">
            {t('models.retry')}
          </Button>
        )}
      </div>
      {hasRows && (
        <ul
          className={joinClasses(
            'divide-y divide-line rounded-card border border-line bg-surface-raised transition-opacity',
            isLoading && 'opacity-50',
          )}
        >
          {models.map((model) => (
            <FeaturedRow key={model.id} model={model} />
          ))}
        </ul>
      )}
      <p>
        <TextLink to="/models">{t('models.all')}</TextLink>
      </p>
    </Section>
  );

  function statusOf(): string | null {
    if (isLoading) return t('models.loading');
    if (isFailed) return t('models.error');
    return hasRows ? null : t('models.none');
  }
}

interface TabProps {
  tab: FeaturedTab;
  isChosen: boolean;
  /** A search covers all tabs: they are disabled during it. */
  isOff: boolean;
  onChoose: () => void;
}

const TAB =
  'inline-flex control items-center rounded-control px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current=true]:bg-surface-raised aria-[current=true]:font-medium aria-[current=true]:text-text data-off:cursor-not-allowed data-off:text-text-faint data-off:hover:bg-transparent';

function Tab({ tab, isChosen, isOff, onChoose }: TabProps) {
  const { t } = useTranslation('landing');
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!isOff) onChoose();
  };
  if (isOff && !isChosen)
    return (
      <span data-off className={TAB}>
        {t(`models.tab.${tab}`)}
      </span>
    );
  return (
    <Link
      to={`/${featuredSearch({ search: '', tab })}#${PLACE}`}
      preventScrollReset
      aria-current={isChosen || undefined}
      onClick={choose}
      className={TAB}
    >
      {t(`models.tab.${tab}`)}
    </Link>
  );
}

/**
 * The list of the landing page: scripts send the same queries as the links and the form do without scripts.
 * Only the latest query is answered; an earlier one is aborted.
 */
function useFeatured(first: FeaturedList | null): Featured {
  const [list, setList] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const [wanted, setWanted] = useState<FeaturedQuery>(first ?? { search: '', tab: 'all' });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const controller = useRef<AbortController>();

  const cancel = () => {
    clearTimeout(timer.current);
    controller.current?.abort();
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      controller.current?.abort();
    },
    [],
  );

  const ask = async (next: FeaturedQuery) => {
    cancel();
    setWanted(next);
    setLoading(true);
    const question = (controller.current = new AbortController());
    const answer = await readFeatured(next, question.signal);
    if (question.signal.aborted) return;
    setList(answer);
    setLoading(false);
  };
  const show = (next: FeaturedQuery) => void ask(next);
  const search = (text: string) => {
    const next: FeaturedQuery = { search: text.trim(), tab: 'all' };
    cancel();
    setWanted(next);
    timer.current = setTimeout(() => show(next), DEBOUNCE_MS);
  };
  return { list, isLoading, wanted, search, show };
}

async function readFeatured(wanted: FeaturedQuery, signal: AbortSignal): Promise<FeaturedList | null> {
  try {
    const answer = await fetch(`/api/hub/featured${featuredSearch(wanted)}`, { signal });
    return answer.ok ? ((await answer.json()) as FeaturedList) : null;
  } catch {
    return null;
  }
}
