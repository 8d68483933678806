import { TextLink } from '../components/TextLink.tsx';
import { partsOf } from './error-words.ts';

/** The wording of an error, with the page of the balance as a link where it is named. */
export function ErrorSentence({ sentence }: { sentence: string }) {
  const [before, page, after] = partsOf(sentence);
  return (
    <p>
      {before}
      {page && <TextLink to="/balance">{page}</TextLink>}
      {after}
    </p>
  );
}
