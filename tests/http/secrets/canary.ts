import { randomBytes } from 'node:crypto';

/** A secret that must not leak. */
export interface Canary {
  name: string;
  /** All of it, as it is sent. */
  value: string;
  /** The part that identifies it: it cannot be guessed, and survives a cut at either end. */
  core: string;
}

/** A place that can be read after the flows, with its name. */
export interface Trace {
  place: string;
  text: string;
}

/** All secrets of a test, each with a unique name. */
export class Canaries {
  readonly all: Canary[] = [];

  /** Creates a secret. @param wrap puts it into its required form */
  plant(name: string, wrap: (core: string) => string = (core) => `wren/${core}+tit 1`): string {
    const core = randomBytes(16).toString('hex');
    return this.add(name, wrap(core), core);
  }

  /** Adds a secret that another party created. */
  add(name: string, value: string, core = value): string {
    if (core.length < 16) throw new Error(`Too short to be told from chance: ${name} (${core.length})`);
    this.all.push({ name, value, core });
    return value;
  }
}

/** All encodings of a canary. */
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

/** The base64 of these bytes at any offset in a text: only letters that no neighbouring byte affects. */
function insideBase64(bytes: Buffer, before: number, encoding: 'base64' | 'base64url'): string {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
  return shifted.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
}

/** The places that contain a canary, and its encoding there. */
export function sightings({ core }: Canary, traces: readonly Trace[]): { place: string; form: string }[] {
  return formsOf(core).flatMap(({ form, text }) =>
    traces.filter((trace) => trace.text.includes(text)).map(({ place }) => ({ place, form })),
  );
}
