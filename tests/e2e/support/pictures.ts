import sharp from 'sharp';
import { playableWebm } from '#tests/fixtures/media/playable-webm.ts';

/** A file as a browser's chooser gives it. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of one colour. */
export async function picture(name: string, background = '#36c'): Promise<ChosenFile> {
  const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
}

/** A file that is no picture. */
export const letter: ChosenFile = {
  name: 'letter.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Dear reader'),
};

/** A video of two seconds, for a file chooser. */
export async function video(name: string): Promise<ChosenFile> {
  return { name, mimeType: 'video/webm', buffer: await playableWebm() };
}
