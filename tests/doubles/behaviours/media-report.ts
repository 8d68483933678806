import { MEDIA_BEHAVIOURS } from './media-cases.ts';
import { whyNever, type MediaBehaviour } from './media-behaviour.ts';
import { MEDIA_SUBJECTS, type MediaSubject } from './media-subjects.ts';
import { tryMedia } from './try-media.ts';

/** `ok`, why the behaviour does not exist, or the mismatches. */
async function cell(subject: MediaSubject, behaviour: MediaBehaviour): Promise<string> {
  const why = whyNever(behaviour, subject);
  if (why !== null) return `n/a: ${why}`;
  const wrong = await tryMedia(subject, behaviour).catch((error: unknown) => [`threw ${String(error)}`]);
  return wrong.length === 0 ? 'ok' : `WRONG: ${wrong.join('; ')}`;
}

/** Prints a table of every image and video adapter by every behaviour. */
export async function reportMedia(): Promise<{ ok: number; never: number; wrong: number }> {
  const counts = { ok: 0, never: 0, wrong: 0 };
  console.log(`\n| the provider | ${MEDIA_SUBJECTS.map(({ name }) => name).join(' | ')} |`);
  console.log(`|${'---|'.repeat(MEDIA_SUBJECTS.length + 1)}`);
  for (const behaviour of MEDIA_BEHAVIOURS) {
    const cells: string[] = [];
    for (const subject of MEDIA_SUBJECTS) cells.push(await cell(subject, behaviour));
    for (const text of cells) counts[text === 'ok' ? 'ok' : text.startsWith('n/a') ? 'never' : 'wrong'] += 1;
    console.log(`| ${behaviour.name} | ${cells.join(' | ')} |`);
  }
  return counts;
}
