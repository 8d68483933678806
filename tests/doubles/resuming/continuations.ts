interface Continuation {
  /** The complete text of the answer. */
  text: string;
  /** The output so far. */
  said: string;
  /** The message that asks to continue. */
  request: string;
}

const FRENCH =
  'Les rivières naissent dans les collines. Elles portent des bateaux et nourrissent les champs.';
const ENGLISH = 'Rivers begin in the hills. They carry ships and feed the fields along their way to the sea.';

/** The ways in which a model continues a cut answer. */
const MANNERS = {
  obeys: ({ text, said, request }: Continuation) => tailIn(request) + text.slice(said.length),
  'goes on': ({ text, said }: Continuation) => text.slice(said.length),
  'repeats a sentence': ({ text, said }: Continuation) => text.slice(sentenceStart(said)),
  'starts over': ({ text }: Continuation) => text,
  'adds a preamble': ({ text, said, request }: Continuation) =>
    `Sure, here is the rest of it:\n\n${tailIn(request)}${text.slice(said.length)}`,
  'drops the joining space': ({ text, said }: Continuation) => text.slice(said.length).trimStart(),
  'changes language': ({ text }: Continuation) => (/\p{Script=Arabic}/u.test(text) ? ENGLISH : FRENCH),
  'starts anew': () => 'Here is a new answer to your question, with other words than before.',
  'refuses a prefill': ({ text, said, request }: Continuation) => tailIn(request) + text.slice(said.length),
} as const;

export type Manner = keyof typeof MANNERS;
export const MANNER_NAMES = Object.keys(MANNERS) as Manner[];

/** The output of a model for one of these ways. */
export function continueAnswer(manner: Manner, asked: Continuation): string {
  return MANNERS[manner](asked);
}

function tailIn(request: string): string {
  return /-----\n([^]*)\n-----/.exec(request)?.[1] ?? '';
}

function sentenceStart(said: string): number {
  const last = said.slice(0, -1).lastIndexOf('. ');
  return last < 0 ? 0 : last + 2;
}
