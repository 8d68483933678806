import type { Random } from '../faults/random.ts';
import { mutateJson } from './mutate-json.ts';

const LINE_ENDS = ['\n', '\r\n', '\r'];
const STRAY_LINES = [
  ': a comment',
  `: ${'-'.repeat(5000)}`,
  'event: error',
  'event: message',
  'id: 7',
  'id',
  'retry: -1',
  'data',
  'data:',
  'data: [DONE]',
  'data: [DONE] and more',
  'data: {',
  'data: null',
  '\uFEFFdata: {}',
  'nonsense',
  '',
];

/** A recorded stream, changed line by line: its JSON, its order, its line ends, the lines in between. */
export function mutateEvents(random: Random, recording: string): string {
  const lines = recording.split('\n');
  for (let count = random.whole(1, 5); count > 0; count -= 1) changeLine(random, lines);
  const ends = random.pick([LINE_ENDS, ['\n'], ['\r\n'], ['\r']]);
  const mark = random.whole(0, 9) === 0 ? '\uFEFF' : '';
  return mark + lines.map((line) => line + random.pick(ends)).join('');
}

function changeLine(random: Random, lines: string[]): void {
  const at = random.whole(0, lines.length - 1);
  const line = lines[at] ?? '';
  switch (random.whole(0, 5)) {
    case 0:
      lines.splice(at, 1);
      return;
    case 1:
      lines.splice(at, 0, line);
      return;
    case 2:
      lines.splice(at, 0, random.pick(STRAY_LINES));
      return;
    case 3:
      lines.push(...lines.splice(at, random.whole(1, 6)));
      return;
    default:
      if (line.startsWith('data: {')) lines[at] = `data: ${changeJson(random, line.slice(6))}`;
  }
}

/**
 * Recordings contain an event that is cut in the middle, and a change may have made the nesting too deep for
 * another.
 */
function changeJson(random: Random, json: string): string {
  try {
    return mutateJson(random, json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError)
      return json.slice(0, random.whole(0, json.length));
    throw error;
  }
}
