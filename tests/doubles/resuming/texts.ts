/** A deterministic source of pseudo-random numbers from 0 up to below 1. */
export type Chance = () => number;

/** @param seed any whole number */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ENGLISH =
  'river water stone field harbour bridge winter light quiet early morning people carry build measure follow along under the a with after until narrow deep slowly often every because'.split(
    ' ',
  );
const ARABIC =
  'النهر الماء الحجر الحقل الميناء الجسر الشتاء الضوء الصباح الناس يحمل يبني يقيس يتبع على تحت مع بعد حتى ضيق عميق ببطء غالبا كل لأن'.split(
    ' ',
  );

/** Texts of one kind, as models write them. */
export const KINDS = {
  text: (chance: Chance) => prose(chance, ENGLISH, 12),
  markdown: (chance: Chance) =>
    [
      `## ${sentence(chance, ENGLISH)}`,
      prose(chance, ENGLISH, 3),
      Array.from({ length: 3 }, () => `- **${pick(chance, ENGLISH)}**: ${sentence(chance, ENGLISH)}`).join(
        '\n',
      ),
      `\`\`\`js\n${Array.from({ length: 5 }, (_, line) => `const ${pick(chance, ENGLISH)}${line} = measure('${pick(chance, ENGLISH)}', ${Math.floor(chance() * 900)});`).join('\n')}\n\`\`\``,
      prose(chance, ENGLISH, 3),
    ].join('\n\n'),
  json: (chance: Chance) =>
    JSON.stringify(
      {
        title: sentence(chance, ENGLISH),
        places: Array.from({ length: 6 }, (_, place) => ({
          id: place + Math.floor(chance() * 1000) * 10,
          name: `${pick(chance, ENGLISH)} ${pick(chance, ENGLISH)}`,
          note: sentence(chance, ENGLISH),
        })),
      },
      null,
      2,
    ),
  arabic: (chance: Chance) => prose(chance, ARABIC, 12),
} as const;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function pick<One>(chance: Chance, list: readonly One[]): One {
  return list[Math.floor(chance() * list.length)]!;
}

function prose(chance: Chance, words: readonly string[], sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(chance, words)).join(' ');
}

/**
 * No sentence is repeated soon: with two alike at the beginning, a join could not tell whether the answer
 * starts over.
 */
function sentence(chance: Chance, words: readonly string[]): string {
  const chosen: string[] = [];
  for (const length = 6 + Math.floor(chance() * 8); chosen.length < length;) {
    const word = pick(chance, words);
    if (!chosen.slice(-4).includes(word)) chosen.push(word);
  }
  const text = `${chosen.join(' ')}.`;
  return text[0]!.toUpperCase() + text.slice(1);
}

/** White space between the tokens of a JSON document has no meaning. */
export function isSame(kind: Kind, text: string, wanted: string): boolean {
  if (kind !== 'json' || text === wanted) return text === wanted;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(wanted));
  } catch {
    return false;
  }
}
