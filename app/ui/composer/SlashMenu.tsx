import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { PromptTemplate } from '#app/contracts/prompts/template.ts';
import { blanksIn } from '#app/contracts/prompts/variables.ts';
import { putText } from './MessageArea.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { MissingPart } from '#app/ui/fetch/MissingPart.tsx';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

interface SlashMenuProps {
  box: RefObject<HTMLTextAreaElement>;
  /** Content of the box: a slash and a part of a name, or a text that gets a template at its end. */
  text: string;
  /** Called when Escape closes it. */
  onClose: () => void;
}

/**
 * Lists the templates whose name contains the text after the slash. The box keeps the focus: arrows choose,
 * Enter inserts the text, Escape closes. A text that matches no name is an ordinary message.
 */
export function SlashMenu({ box, text, onClose }: SlashMenuProps) {
  const { t } = useTranslation('prompts');
  const list = useRef<HTMLUListElement>(null);
  const loaded = useTemplates();
  const templates = loaded === 'failed' ? [] : loaded;
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [place, setPlace] = useState(0);
  const isSlash = text.startsWith('/');
  const wanted = isSlash ? text.slice(1).trim().toLowerCase() : '';
  const found = (templates ?? []).filter(({ title }) => title.toLowerCase().includes(wanted));
  const isClosed = closedAt === text || (isSlash && text.includes('\n'));
  const isOpen = templates !== null && !isClosed;
  const at = Math.min(place, found.length - 1);

  const choose = ({ text: words }: PromptTemplate) => {
    const area = box.current!;
    const before = isSlash ? '' : `${text.trimEnd()}\n\n`;
    putText(area, before + words);
    walkBlanks(area, before.length);
  };
  const keys = useRef<(event: KeyboardEvent) => void>();
  useEffect(() => {
    keys.current = (event) => {
      // keyCode 229: Safari ends a composition before it reports the key.
      if (!isOpen || event.isComposing || event.keyCode === 229 || event.shiftKey) return;
      if (found.length === 0 && event.key !== 'Escape') return;
      const steps: Record<string, () => void> = {
        ArrowDown: () => setPlace((at + 1) % found.length),
        ArrowUp: () => setPlace((at + found.length - 1) % found.length),
        Enter: () => choose(found[at]!),
        Escape: () => {
          setClosedAt(text);
          onClose();
        },
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      // Otherwise the composer would send with the same Enter.
      event.stopPropagation();
      step();
    };
  });
  useEffect(() => {
    const area = box.current!;
    const onKeyDown = (event: KeyboardEvent) => keys.current?.(event);
    area.addEventListener('keydown', onKeyDown);
    return () => area.removeEventListener('keydown', onKeyDown);
  }, [box]);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  if (isClosed) return null;
  if (!isOpen) return <div aria-hidden data-skeleton="" className="template-skeleton" />;
  if (loaded === 'failed') return <MissingPart />;
  return (
    <div className="border-b border-line">
      <span aria-live="polite" className="sr-only">
        {found.length > 0
          ? `${found[at]!.title}, ${t('menu.found', { count: found.length })}`
          : t('menu.none')}
      </span>
      {found.length > 0 ? (
        <ul ref={list} aria-label={t('menu.label')} className="max-h-[40dvh] overflow-y-auto p-1">
          {found.map((template, index) => (
            <li key={template.promptId}>
              <button
                type="button"
                aria-current={index === at || undefined}
                // Keeps the focus in the box.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setPlace(index)}
                onFocus={() => setPlace(index)}
                onClick={() => choose(template)}
                className="block w-full rounded-control px-3 py-2 text-start aria-[current=true]:bg-surface-sunken"
              >
                <bdi className="block truncate font-medium">{template.title}</bdi>
                <bdi dir="auto" className="block truncate text-sm text-text-muted">
                  {template.text}
                </bdi>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4 py-3 text-text-muted">{t('menu.none')}</p>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-xs text-text-muted">
        <span>{t('menu.blank')}</span>
        <TextLink to="/prompts">{t('menu.all')}</TextLink>
      </p>
    </div>
  );
}

/**
 * Selects the first blank of a template in the box, to be typed over; Tab moves to the next one, and leaves
 * the box after the last.
 */
function walkBlanks(area: HTMLTextAreaElement, from: number): void {
  area.focus();
  if (!selectBlank(area, from)) return;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey || event.isComposing) return;
    if (selectBlank(area, area.selectionEnd)) event.preventDefault();
    else area.removeEventListener('keydown', onKeyDown);
  };
  area.addEventListener('keydown', onKeyDown);
}

function selectBlank(area: HTMLTextAreaElement, from: number): boolean {
  const blank = blanksIn(area.value).find(({ start }) => start >= from);
  if (blank) area.setSelectionRange(blank.start, blank.end);
  return blank !== undefined;
}

/** Loads the reader's templates; null until they have arrived, and `failed` when they cannot be loaded. */
function useTemplates(): readonly PromptTemplate[] | 'failed' | null {
  const [templates, setTemplates] = useState<readonly PromptTemplate[] | 'failed' | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetchWithRefresh('/api/prompts', { signal: asking.signal });
        const { prompts } = (await answer.json()) as { prompts?: PromptTemplate[] };
        setTemplates(prompts ?? 'failed');
      } catch {
        if (!asking.signal.aborted) setTemplates('failed');
      }
    };
    void ask();
    return () => asking.abort();
  }, []);
  return templates;
}
