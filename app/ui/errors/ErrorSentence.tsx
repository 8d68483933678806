import { TextLink } from '../components/TextLink.tsx';
import { partsOf } from './error-words.ts';

/** The wording of an error, with the page that it names as a link: that of the balance, or another of it. */
export function ErrorSentence({ sentence, to = '/balance' }: { sentence: string; to?: string }) {
  const [before, page, after] = partsOf(sentence);
  return (
    <p>
      {before}
      {page && <TextLink to={to}>{page}</TextLink>}
      {after}
    </p>
  );
}
