import { TextLink } from '../components/TextLink.tsx';
import { partsOf, type ErrorWords } from './error-words.ts';

/** The text of an error, in which the mentioned page is a link. */
export function ErrorSentence({ sentence, to }: Pick<ErrorWords, 'sentence' | 'to'>) {
  const [before, page, after] = partsOf(sentence);
  return (
    <p>
      {before}
      {page && <TextLink to={to}>{page}</TextLink>}
      {after}
    </p>
  );
}
