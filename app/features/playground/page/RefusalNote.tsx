import { useTranslation } from '#app/ui/i18n/translation.ts';
import { ErrorSentence } from '#app/ui/errors/ErrorSentence.tsx';
import { errorWords, type Texts } from '#app/ui/errors/error-words.ts';
import { useAppTitle } from '#app/ui/layout/use-app-title.ts';
import type { Refusal } from '../playground-data.ts';

interface RefusalNoteProps {
  /** Id for the field that it describes. */
  id?: string;
  error: NonNullable<Refusal['error']>;
}

/** Explains why a form of the playground was rejected. */
export function RefusalNote({ id, error }: RefusalNoteProps) {
  const { t } = useTranslation('errors');
  const product = useAppTitle();
  const { sentence, to, detail } = errorWords(t as Texts, { ...error, detail: error.message }, product);
  return (
    <div id={id} role="alert" className="mb-2 rounded-card border border-line bg-surface-raised p-3 text-bad">
      <ErrorSentence sentence={sentence} to={to} />
      {detail && <p dir="auto">{detail}</p>}
    </div>
  );
}
