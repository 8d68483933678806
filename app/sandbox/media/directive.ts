/** What a prompt tells a double to do: `[[sandbox: looks=2 end=refused]]`. */
export interface Directive {
  /** Looks that find a job at work before the one that finds it ended. */
  looks: number;
  /** Milliseconds that it takes instead; null: as the double is set. */
  delay: number | null;
  end: 'done' | 'refused' | 'failed';
  /** What goes wrong, and at which call. */
  fault: string | null;
  at: 'order' | 'look' | 'cancel';
  /** The `retry-after` of a refusal, in seconds. */
  retry: string | null;
  /** The address of each result, instead of the double's own. */
  result: string | null;
  /** Says so in every text of a refusal or a failure. */
  words: string;
}

const DIRECTIVE = /\[\[sandbox: ([^\][]*)\]\]/;
const PAIR = /(?<![a-z])([a-z]+)=(?:"([^"]*)"|(\S+))/g;

/** The directive of a prompt; a prompt without one is answered well. */
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
