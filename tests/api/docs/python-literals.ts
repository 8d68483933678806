/** Names of a program with known values: its constants. */
type Names = ReadonlyMap<string, unknown>;

const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;
const NAME = /[A-Za-z_]\w*(?:\.\w+)*(?:\["[^"]*"\])?/y;
const SPACE = /(?:\s|#[^\n]*)*/y;
const WORDS = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/**
 * Reads literal values of a Python program; expressions that would have to be run have the value that `names`
 * gives them.
 */
class Literals {
  #at: number;

  constructor(
    readonly text: string,
    at: number,
    readonly names: Names,
  ) {
    this.#at = at;
  }

  value(): unknown {
    let value = this.#atom();
    while (this.#take('+')) value = `${String(value)}${String(this.#atom())}`;
    return value;
  }

  /** `name=value` up to the bracket that ends a call. */
  arguments(): Record<string, unknown> {
    return Object.fromEntries(
      this.#list(')', () => {
        const name = this.#match(NAME);
        this.#expect('=');
        return [name, this.value()] as const;
      }),
    );
  }

  #atom(): unknown {
    if (this.#take('{'))
      return Object.fromEntries(
        this.#list('}', () => {
          const key = this.value();
          this.#expect(':');
          return [key, this.value()] as const;
        }),
      );
    if (this.#take('[')) return this.#list(']', () => this.value());
    const string = this.#try(STRING);
    if (string !== null) return JSON.parse(string);
    const number = this.#try(NUMBER);
    if (number !== null) return Number(number);
    const name = this.#match(NAME);
    if (WORDS.has(name)) return WORDS.get(name);
    if (!this.names.has(name)) throw new Error(`Not written out: ${name}`);
    return this.names.get(name);
  }

  #list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.#take(end)) {
      items.push(item());
      if (!this.#take(',')) {
        this.#expect(end);
        break;
      }
    }
    return items;
  }

  #take(mark: string): boolean {
    this.#match(SPACE);
    if (!this.text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw new Error(`${mark} is missing: ${this.text.slice(this.#at, this.#at + 40)}`);
  }

  #match(pattern: RegExp): string {
    const found = this.#try(pattern);
    if (found === null) throw new Error(`Cannot be read: ${this.text.slice(this.#at, this.#at + 40)}`);
    return found;
  }

  #try(pattern: RegExp): string | null {
    if (pattern !== SPACE) this.#match(SPACE);
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }
}

function constantsOf(program: string): Map<string, unknown> {
  const found = [...program.matchAll(/^([A-Z]+) = ("[^"\n]*")$/gm)];
  return new Map(found.map(([, name = '', text = '']) => [name, JSON.parse(text) as unknown]));
}

/**
 * The body that a program sends: its variable of that name, or the JSON that it writes in the call; undefined
 * if there is none.
 */
export function bodyIn(program: string): unknown {
  const start = /^body = |json\.dumps\((?=\{)/m.exec(program);
  if (!start) return undefined;
  return new Literals(program, start.index + start[0].length, constantsOf(program)).value();
}

/** The arguments of a function call in a program, by name; undefined if it is not called. */
export function argumentsIn(program: string, called: string): Record<string, unknown> | undefined {
  const start = program.indexOf(`${called}(`);
  if (start < 0) return undefined;
  const names = new Map([...constantsOf(program), ['os.environ["PARLANCE_API_KEY"]', 'key'] as const]);
  return new Literals(program, start + called.length + 1, names).arguments();
}
