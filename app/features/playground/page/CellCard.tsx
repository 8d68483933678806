import { Form, Link } from '@remix-run/react';
import { MessagesSquare, RotateCcw, Square, Trophy } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import type { Output } from '#app/contracts/playground/playground.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { errorWords, type Texts } from '#app/ui/errors/error-words.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import type { CellView, PlaygroundIntent } from '../playground-data.ts';
import { CellFigures } from './CellFigures.tsx';
import { GrowingCell } from './GrowingCell.tsx';
import { MadeFiles } from './MadeFiles.tsx';

interface CellCardProps {
  cell: CellView;
  /** The prompt that it answers. */
  prompt: string;
  /** The kind of output. */
  output: Output | null;
  shape: number | null;
  /** Its number, shown while its name is hidden. */
  place: number;
  action: string;
  /** Without scripts it grows in a frame. */
  hasFrame: boolean;
  onEnd: () => void;
}

/** One answer: its model, its text, its cost and duration, and its actions. */
export function CellCard({ cell, prompt, output, shape, place, action, hasFrame, onEnd }: CellCardProps) {
  const { t } = useTranslation('playground');
  const { by, state, html, made, isBest, earlier, id } = cell;
  const isAnswered = cell.text !== '' || made.length > 0;
  const isOpen = state === 'queued';
  const [path = ''] = action.split('?');
  return (
    <li id={`c-${id}`} className="flex min-w-0 flex-col rounded-card border border-line bg-surface-raised">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="min-w-0 grow truncate font-medium">
          {by ? (
            <>
              <Link to={`/models/${by.model}`} className="hover:underline">
                {by.modelName}
              </Link>{' '}
              <span className="text-sm font-normal text-text-muted">{by.providerName}</span>
            </>
          ) : (
            t('hidden', { place })
          )}
        </h2>
        {isBest && <Badge tone="good">{t('best')}</Badge>}
      </header>
      <div className="grow px-4 py-3">
        {isOpen ? (
          <GrowingCell
            key={cell.generationId}
            cell={cell}
            output={output}
            shape={shape}
            hasFrame={hasFrame}
            onEnd={onEnd}
          />
        ) : (
          html && <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
        )}
        <MadeFiles files={made} prompt={prompt} path={path} />
        <Ending cell={cell} output={output} />
        {earlier.map((one, index) => (
          <details key={one.id} className="mt-2 text-sm text-text-muted">
            <summary className="control flex cursor-pointer items-center">
              {t('earlier', { count: index + 1 })}
            </summary>
            {one.text !== '' && (
              <p dir="auto" className="whitespace-pre-wrap">
                {one.text}
              </p>
            )}
            <MadeFiles files={one.made} prompt={prompt} path={path} />
          </details>
        ))}
      </div>
      {!isOpen && <CellFigures cell={cell} />}
      <footer className="flex flex-wrap gap-1 border-t border-line px-2 py-1">
        {isOpen && cell.isStopping ? null : isOpen && hasFrame ? (
          <Act
            intent="stop"
            action={action}
            id={id}
            icon={Square}
            label={t('stop')}
            className="noscript:hidden"
          />
        ) : isOpen ? (
          <Act intent="stop" action={action} id={id} icon={Square} label={t('stop')} />
        ) : (
          <>
            {isAnswered && !isBest && (
              <Act intent="best" action={action} id={id} icon={Trophy} label={t('mark')} />
            )}
            <Act intent="repeat" action={action} id={id} icon={RotateCcw} label={t('repeat')} />
            {cell.text !== '' && by && (
              <Act intent="continue" action={action} id={id} icon={MessagesSquare} label={t('goOn')} />
            )}
          </>
        )}
      </footer>
    </li>
  );
}

/** Explains how the answer ended, unless it ended normally. */
function Ending({ cell, output }: { cell: CellView; output: Output | null }) {
  const { state, error, text, made } = cell;
  const { t } = useTranslation(['playground', 'errors', 'chat']);
  const product = useAppTitle();
  // The wording of the specification.
  if (error?.code === 'token_balance')
    return (
      <p
        className={
          output === 'text' ? 'text-bad' : 'rounded-control bg-bad-soft px-4 py-8 text-center text-bad'
        }
      >
        {t('playground:noMoney')}{' '}
        <Link to="/balance" className="underline">
          {t('playground:buy')}
        </Link>
      </p>
    );
  if (error) {
    const words = errorWords(t as Texts, error, product);
    return (
      <div className="mt-2 text-sm text-bad">
        <ErrorSentence sentence={words.sentence} to={words.to} />
        {words.detail && (
          <p dir="auto" className="wrap-anywhere">
            {words.detail}
          </p>
        )}
      </div>
    );
  }
  if (state === 'interrupted')
    return <p className="mt-2 text-sm text-text-muted">{t('chat:message.unfinished')}</p>;
  if (state === 'stopped') return <p className="mt-2 text-sm text-text-muted">{t('chat:message.stopped')}</p>;
  if (text !== '' || made.length > 0 || state !== 'done') return null;
  return <p className="text-sm text-text-muted">{t(`playground:none.${output ?? 'text'}`)}</p>;
}

interface ActProps {
  intent: PlaygroundIntent;
  action: string;
  id: string;
  icon: typeof Square;
  label: string;
  className?: string;
}

function Act({ intent, action, id, icon, label, className }: ActProps) {
  return (
    <Form method="post" action={action} preventScrollReset className={className}>
      <input type="hidden" name="cellId" value={id} />
      <Button variant="plain" size="small" name="intent" value={intent}>
        <Icon of={icon} size={16} />
        {label}
      </Button>
    </Form>
  );
}
