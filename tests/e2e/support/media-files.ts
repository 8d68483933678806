import sharp from 'sharp';
import { playableWebm } from '#tests/fixtures/media/playable-webm.ts';

/** A file as given to a browser's file input. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** An image of one colour. */
export async function imageFile(name: string, background = '#36c'): Promise<ChosenFile> {
  const drawn = sharp({ create: { width: 320, height: 200, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
}

/** A file that is no image. */
export const letter: ChosenFile = {
  name: 'letter.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Dear reader'),
};

/** A video of two seconds, for a file chooser. */
export async function video(name: string): Promise<ChosenFile> {
  return { name, mimeType: 'video/webm', buffer: await playableWebm() };
}
