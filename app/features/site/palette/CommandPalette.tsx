import { Link } from '@remix-run/react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TEMPORARY, TITLE_SEARCH_MAX } from '#app/contracts/chat.ts';
import { Dialog } from '#app/ui/components/Dialog.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { menuItemClasses } from '#app/ui/components/menu/menu-item-classes.ts';
import { openDialog } from '#app/ui/components/open-dialog.ts';
import {
  Boxes,
  Clock,
  Keyboard,
  MessagesSquare,
  Search,
  SquarePen,
  type Drawing,
} from '#app/ui/icons/lucide.ts';
import { usePages } from './palette-pages.ts';
import { useFound } from './use-found.ts';
import { useFoundMessages } from './use-found-messages.ts';

interface CommandPaletteProps {
  onClose: () => void;
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
}

/** A place to go to, or an action. */
type Command = { name: string; icon: Drawing; detail?: string } & ({ to: string } | { run: () => void });

/** Pages shown before anything is typed. */
const FIRST_PAGES = 5;

const ITEMS = '[data-command]';

/**
 * Finds chats by title, messages, pages, models and actions. Enter opens the first one; arrow keys move from the text
 * box through them.
 */
export function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
  const { t } = useTranslation(['site', 'chat']);
  const id = useId();
  const [text, setText] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const wanted = text.trim().toLowerCase();
  const pages = usePages();
  const { chats, models } = useFound(wanted);
  const messages = useFoundMessages(wanted);
  useEffect(() => {
    openDialog(id);
    box.current?.focus();
  }, [id]);
  const close = () => {
    const dialog = document.getElementById(id);
    if (dialog instanceof HTMLDialogElement) dialog.close();
  };
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  const actions: Command[] = [
    { to: '/chat/new', name: t('chat:newChat'), icon: SquarePen },
    { to: `/chat/new?${TEMPORARY}`, name: t('chat:temporary.new'), icon: Clock },
    { run: onShortcuts, name: t('palette.shortcuts'), icon: Keyboard },
  ];
  // All results of the typed text, and the filters.
  const all: Command[] =
    text.trim() === ''
      ? []
      : [
          {
            to: `/search?${new URLSearchParams({ q: text.trim() }).toString()}`,
            name: t('palette.all'),
            icon: Search,
          },
        ];
  const groups: { name: string; commands: Command[] }[] = [
    { name: t('palette.actions'), commands: actions.filter(matches) },
    {
      name: t('palette.chats'),
      commands: chats.map(({ conversationId, title }) => ({
        to: `/chat/${conversationId}`,
        name: title,
        icon: MessagesSquare,
      })),
    },
    {
      name: t('palette.pages'),
      commands: pages.filter(matches).slice(0, wanted === '' ? FIRST_PAGES : undefined),
    },
    {
      name: t('palette.models'),
      commands: models.map(({ href, name }) => ({ to: href, name, icon: Boxes })),
    },
    {
      name: t('palette.messages'),
      commands: [
        ...messages.map(({ conversationId, messageId, title, snippet }) => ({
          to: `/chat/${conversationId}?message=${messageId}#m-${messageId}`,
          name: title,
          detail: snippet.map(({ text: part }) => part).join(''),
          icon: MessagesSquare,
        })),
        ...all,
      ],
    },
  ].filter(({ commands }) => commands.length > 0);
  const isNothingFound = groups.flatMap(({ commands }) => commands).length === all.length;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    const items = [...content.current!.querySelectorAll<HTMLElement>(ITEMS)];
    const places = [box.current!, ...items];
    const at = places.indexOf(document.activeElement as HTMLElement);
    // In a search box the browser would only clear the text.
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && at === 0) items[0]?.click();
    else if (event.key === 'ArrowDown') places[(at + 1) % places.length]?.focus();
    else if (event.key === 'ArrowUp') places.at(at - 1)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog id={id} title={t('search')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is inside it */}
      <div ref={content} onKeyDown={onKeyDown} className="flex flex-col gap-2">
        <TextInput
          ref={box}
          type="search"
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          autoComplete="off"
          maxLength={TITLE_SEARCH_MAX}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div className="group/found h-80 overflow-y-auto">
          {groups.map(({ name, commands }, group) => (
            <section key={name} aria-label={name}>
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-text-muted">
                {name}
              </p>
              <ul>
                {commands.map((command, place) => (
                  <li key={'to' in command ? command.to : command.name}>
                    <Item command={command} isFirst={group + place === 0} onChoose={close} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <output className="block px-3 pt-3 text-text-muted">{isNothingFound && t('palette.none')}</output>
        </div>
      </div>
    </Dialog>
  );
}

interface ItemProps {
  command: Command;
  /** Enter in the text box opens it. */
  isFirst: boolean;
  onChoose: () => void;
}

function Item({ command, isFirst, onChoose }: ItemProps) {
  const look = `${menuItemClasses(false)} focus:bg-surface-sunken ${isFirst ? 'bg-surface-sunken' : ''}`;
  const face = (
    <>
      <span className="text-text-muted">
        <Icon of={command.icon} />
      </span>
      <span className="flex min-w-0 grow flex-col text-start">
        <span dir="auto" className="truncate">
          {command.name}
        </span>
        {command.detail && (
          <span dir="auto" className="truncate text-sm text-text-muted">
            {command.detail}
          </span>
        )}
      </span>
    </>
  );
  if ('to' in command)
    return (
      <Link data-command="" to={command.to} onClick={onChoose} className={look}>
        {face}
      </Link>
    );
  const run = () => {
    onChoose();
    command.run();
  };
  return (
    <button data-command="" type="button" onClick={run} className={look}>
      {face}
    </button>
  );
}
