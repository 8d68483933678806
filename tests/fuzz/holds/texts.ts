import type { Random } from '../../faults/random.ts';

/** Prose, scripts that a vocabulary may lack, and texts without words. */
export const SCRIPTS = [
  'The river runs. ',
  'XQZJKVWPGTHB',
  'ሰላም ለዓለም ',
  'გამარჯობა ',
  'សួស្តី',
  'བཀྲ་ཤིས།',
  '龘靐齉',
  '🚣🏽‍♀️🏴',
  '31415926',
  '=-=*',
  '   \n',
  'Привет, мир. ',
  'a1-b2_c3,',
] as const;

/** A text of one script, up to this number of repetitions. */
export function textOf(random: Random, most: number): string {
  return random.pick(SCRIPTS).repeat(random.whole(1, most));
}

export const dataUrl = (type: string, bytes: Buffer | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** An MP3 of this number of seconds, at the lowest bit rate. */
export const mp3 = (seconds: number) =>
  Buffer.concat([Buffer.from('ID3'), Buffer.alloc(seconds * 1_000)]).toString('base64');
