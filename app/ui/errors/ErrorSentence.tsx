import { TextLink } from '../components/TextLink.tsx';
import { partsOf, type ErrorWords } from './error-words.ts';

/** The wording of an error, with the page that it names as a link. */
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
