/** The directive of a prompt to a double: `[[sandbox: looks=2 end=refused]]`. */
export interface Directive {
  /** Number of polls that find a job unfinished before one finds it ended. */
  looks: number;
  /** Duration of the job in milliseconds instead; null: the default of the double. */
  delay: number | null;
  end: 'done' | 'refused' | 'failed';
  /** The fault, and the call that it affects. */
  fault: string | null;
  at: 'order' | 'look' | 'cancel';
  /** The `retry-after` of a refusal, in seconds. */
  retry: string | null;
  /** The address of each result, instead of the double's own. */
  result: string | null;
  /** Included in every text of a refusal or a failure. */
  words: string;
}

const DIRECTIVE = /\[\[sandbox: ([^\][]*)\]\]/;
const PAIR = /(?<![a-z])([a-z]+)=(?:"([^"]*)"|(\S+))/g;

/** The directive of a prompt; a prompt without one gets a good answer. */
export function readDirective(prompt: string): Directive {
  const [, text = ''] = DIRECTIVE.exec(prompt) ?? [];
  const said = new Map(
    [...text.matchAll(PAIR)].map(([, key = '', quoted, plain = '']) => [key, quoted ?? plain]),
  );
  return {
    looks: Number(said.get('looks') ?? 1),
    delay: said.has('delay') ? Number(said.get('delay')) : null,
    end: (said.get('end') ?? 'done') as Directive['end'],
    fault: said.get('fault') ?? null,
    at: (said.get('at') ?? 'order') as Directive['at'],
    retry: said.get('retry') ?? null,
    result: said.get('result') ?? null,
    words: said.get('words') ?? 'it is as it is',
  };
}
