import { Form, Link } from '@remix-run/react';
import { MessagesSquare, RotateCcw, Square, Trophy } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { errorWords, type Texts } from '#app/ui/errors/error-words.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import type { CellView, PlaygroundIntent } from '../playground-data.ts';
import { CellParts } from './CellParts.tsx';
import { GrowingCell } from './GrowingCell.tsx';
import { MadeFiles } from './MadeFiles.tsx';
import { MediaBox } from './MediaBox.tsx';

interface CellCardProps {
  cell: CellView;
  /** The prompt that it answers. */
  prompt: string;
  /** The kind of output. */
  output: Output | null;
  /** Width divided by height of the boxes of its images and videos, and their number. */
  shape: number;
  count: number;
  /** Its number, shown while its name is hidden. */
  place: number;
  action: string;
  /** Without scripts it grows in a frame. */
  hasFrame: boolean;
  onEnd: () => void;
}

/** One answer: its model, its text, its cost and duration, and its actions. */
export function CellCard(props: CellCardProps) {
  const { cell, prompt, output, shape, count, place, action, hasFrame, onEnd } = props;
  const { t } = useTranslation('playground');
  const { by, isBest, earlier, id } = cell;
  const [path = ''] = action.split('?');
  const earlierAnswers = earlier.map((one, index) => (
    <details key={one.id} className="mt-2 text-sm text-text-muted">
      <summary className="control flex cursor-pointer items-center">
        {t('earlier', { count: index + 1 })}
      </summary>
      {one.text !== '' && (
        <p dir="auto" className="whitespace-pre-wrap">
          {one.text}
        </p>
      )}
      <MadeFiles files={one.made} prompt={prompt} shape={shape} path={path} />
    </details>
  ));
  return (
    <li id={`c-${id}`} className="flex min-w-0 flex-col rounded-card border border-line bg-surface-raised">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-2">
        <h2 className="min-w-0 grow truncate font-medium">
          {by ? (
            <>
              <Link to={`/models/${by.model}`} className="hover:underline">
                <bdi>{by.modelName}</bdi>
              </Link>{' '}
              <bdi className="text-sm font-normal text-text-muted">{by.providerName}</bdi>
            </>
          ) : (
            t('hidden', { place })
          )}
        </h2>
        {isBest && <Badge tone="good">{t('best')}</Badge>}
      </header>
      {cell.state === 'queued' ? (
        <GrowingCell
          key={cell.generationId}
          cell={cell}
          output={output}
          shape={shape}
          count={count}
          hasFrame={hasFrame}
          stop={
            !cell.isStopping && <Act intent="stop" action={action} id={id} icon={Square} label={t('stop')} />
          }
          onEnd={onEnd}
        >
          {earlierAnswers}
        </GrowingCell>
      ) : (
        <CellParts cell={cell} output={output} footer={<Actions cell={cell} action={action} />}>
          {cell.html && <div className="markdown" dangerouslySetInnerHTML={{ __html: cell.html }} />}
          <MadeFiles files={cell.made} prompt={prompt} shape={shape} path={path} />
          <Ending cell={cell} output={output} shape={shape} />
          {earlierAnswers}
        </CellParts>
      )}
    </li>
  );
}

/** The actions of an answer that has ended. */
function Actions({ cell, action }: { cell: CellView; action: string }) {
  const { t } = useTranslation('playground');
  const { id, text, made, by, isBest } = cell;
  return (
    <>
      {(text !== '' || made.length > 0) && (
        <Act intent="best" action={action} id={id} icon={Trophy} label={t('mark')} isPressed={isBest} />
      )}
      <Act intent="repeat" action={action} id={id} icon={RotateCcw} label={t('repeat')} />
      {(text !== '' || made.length > 0) && by && (
        <Act intent="continue" action={action} id={id} icon={MessagesSquare} label={t('goOn')} />
      )}
    </>
  );
}

/** Explains how the answer ended, unless it ended normally; in place of an image or a video when there is none. */
function Ending({ cell, output, shape }: Pick<CellCardProps, 'cell' | 'output' | 'shape'>) {
  const { state, error, text, made } = cell;
  const { t } = useTranslation(['playground', 'chat']);
  const isEmpty = text === '' && made.length === 0;
  const words = error ? (
    <Failure error={error} />
  ) : state === 'interrupted' ? (
    t('chat:message.unfinished')
  ) : state === 'stopped' ? (
    t('chat:message.stopped')
  ) : isEmpty && state === 'done' ? (
    t(`playground:none.${output ?? 'text'}`)
  ) : null;
  if (words === null) return null;
  if (output === 'text' || !isEmpty) return <div className="mt-2 text-sm text-text-muted">{words}</div>;
  return (
    <MediaBox shape={shape}>
      <div
        className={`grid size-full place-items-center overflow-y-auto p-4 text-center text-text-muted ${error ? 'bg-bad-soft' : ''}`}
      >
        <div>{words}</div>
      </div>
    </MediaBox>
  );
}

/** The error of an answer. */
function Failure({ error }: { error: NonNullable<CellView['error']> }) {
  const { t } = useTranslation(['playground', 'errors']);
  const product = useAppTitle();
  // The wording of the specification.
  if (error.code === 'token_balance')
    return (
      <p className="text-base text-bad">
        {t('playground:noMoney')}{' '}
        <Link to="/balance" className="underline">
          {t('playground:buy')}
        </Link>
      </p>
    );
  const words = errorWords(t as Texts, error, product);
  return (
    <div className="text-bad">
      <ErrorSentence sentence={words.sentence} to={words.to} />
      {words.detail && (
        <p dir="auto" className="wrap-anywhere">
          {words.detail}
        </p>
      )}
    </div>
  );
}

interface ActProps {
  intent: PlaygroundIntent;
  action: string;
  id: string;
  icon: typeof Square;
  label: string;
  /** Set for a button that shows a state. */
  isPressed?: boolean;
}

function Act({ intent, action, id, icon, label, isPressed }: ActProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="cellId" value={id} />
      <Button
        variant="plain"
        size="small"
        name="intent"
        value={intent}
        aria-pressed={isPressed}
        className="gap-1.5! px-2! aria-pressed:text-good"
      >
        <Icon of={icon} size={16} />
        {label}
      </Button>
    </Form>
  );
}
