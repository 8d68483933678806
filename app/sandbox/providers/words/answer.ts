import { answerInScript } from './languages.ts';
import { subjectOf } from './subject.ts';
import { explain, TOPICS } from './topics.ts';

/** The input of the sandbox: the texts of the request that an answer depends on. */
export interface AnswerInput {
  /** The last user message, without its directive. */
  user: string;
  /** True if the request ends with the assistant's own text, which is to be continued. */
  goesOn: boolean;
  /** Number of earlier requests with the same message; another try gives a different text. */
  repeat: number;
}

const OPENINGS = ['', 'Good question. ', 'Gladly! ', 'Of course. '] as const;

/** A helpful answer as a small model would give it, chosen by the question. */
export function answerTo({ user, goesOn, repeat }: AnswerInput): string {
  if (goesOn) return continueText(subjectOf(user));
  const spoken = answerInScript(user, repeat);
  if (spoken) return spoken;
  const subject = subjectOf(user);
  const topic = TOPICS.find(({ fits }) => fits.test(user));
  const answer = topic ? topic.answer(subject) : explain(subject);
  const opening = answer.startsWith('#') ? '' : (OPENINGS[repeat % OPENINGS.length] ?? '');
  return opening + answer;
}

function continueText(subject: string): string {
  return ` To go on with ${subject}: the next step is to try it on a small case.

- Write down what you expect before you look.
- Change one thing at a time.
- Keep the case that failed; it is the best test you will get.

With that you have a complete first round.`;
}
