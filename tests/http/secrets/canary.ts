import { randomBytes } from 'node:crypto';

/** A secret that must not get about. */
export interface Canary {
  name: string;
  /** The whole of it, as it is sent. */
  value: string;
  /** The part by which it is told: nobody can guess it, and it is in whatever was cut off at either end. */
  core: string;
}

/** Something that can be read after the deed, under the name of the place where it stands. */
export interface Trace {
  place: string;
  text: string;
}

/** All secrets of a test, each named once. */
export class Canaries {
  readonly all: Canary[] = [];

  /** Makes a secret up. @param wrap puts it into the form that it must have */
  plant(name: string, wrap: (core: string) => string = (core) => `wren/${core}+tit 1`): string {
    const core = randomBytes(16).toString('hex');
    return this.add(name, wrap(core), core);
  }

  /** Takes in a secret that somebody else made. */
  add(name: string, value: string, core = value): string {
    if (core.length < 16) throw new Error(`Too short to be told from chance: ${name} (${core.length})`);
    this.all.push({ name, value, core });
    return value;
  }
}

/** Everything that a canary may be encoded as. */
export function formsOf(core: string): { form: string; text: string }[] {
  const bytes = Buffer.from(core);
  const forms = [
    { form: 'plain', text: core },
    { form: 'in a URL', text: encodeURIComponent(core) },
    { form: 'hex', text: bytes.toString('hex') },
    { form: 'HEX', text: bytes.toString('hex').toUpperCase() },
    { form: 'in JSON', text: JSON.stringify(core).slice(1, -1) },
    ...[0, 1, 2].flatMap((before) => [
      { form: `base64, ${before} before`, text: insideBase64(bytes, before, 'base64') },
      { form: `base64url, ${before} before`, text: insideBase64(bytes, before, 'base64url') },
    ]),
  ];
  return forms.filter(({ text }, index) => forms.findIndex((other) => other.text === text) === index);
}

/** What base64 makes of these bytes wherever they stand in a text: the letters that no neighbour has a part in. */
function insideBase64(bytes: Buffer, before: number, encoding: 'base64' | 'base64url'): string {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
  return shifted.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
}

/** The places that show a canary, and in which form. */
export function sightings({ core }: Canary, traces: readonly Trace[]): { place: string; form: string }[] {
  return formsOf(core).flatMap(({ form, text }) =>
    traces.filter((trace) => trace.text.includes(text)).map(({ place }) => ({ place, form })),
  );
}
