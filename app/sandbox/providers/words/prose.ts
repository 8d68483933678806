/** Sentences from which a text of any length is made. */
const SENTENCES = [
  'A river does not hurry, and yet it always arrives.',
  'The first version of anything is a question put to the world.',
  'Most of the work lies in deciding what can be left out.',
  'A good map leaves out nearly everything, and that is why it helps.',
  'Between two stations the train belongs to nobody’s timetable but its own.',
  'Bread needs four things: flour, water, salt — and time.',
  'What is measured on Monday is understood by Friday.',
  'The lighthouse keeper wrote down the weather even when there was none to speak of.',
  'Small tools, kept sharp, outlast large ones that are admired.',
  'In the café the radio played quietly, as if it were listening too.',
  'A question asked twice is usually two questions.',
  'The bridge was tested with lorries full of sand before anyone was let across.',
] as const;

/** Prose of at least `characters` length; a blank line after every fourth sentence. */
export function proseOf(characters: number): string {
  const parts: string[] = [];
  let size = 0;
  for (let index = 0; size < characters; index += 1) {
    const sentence = SENTENCES[index % SENTENCES.length] ?? '';
    const gap = index === 0 ? '' : index % 4 === 0 ? '\n\n' : ' ';
    parts.push(gap, sentence);
    size += gap.length + sentence.length;
  }
  return parts.join('');
}
