import { zip } from 'fflate';
import { domToCanvas } from 'modern-screenshot';
import { printPath } from '#app/contracts/exports/export-paths.ts';
import { embeddedFonts } from './embedded-fonts.ts';
import { planTiles, tileHeight, type Tile } from './tiles.ts';

/** Width of the page in the image, in CSS pixels. */
const WIDTH = 800;
const MAX_SCALE = 2;

/** Time for the page and its images, in milliseconds. */
const LOAD_MS = 60_000;

/** Width and height of the small copy whose colours are compared. */
const SAMPLE = 64;

interface Captured {
  blob: Blob;
  extension: 'png' | 'zip';
}

/**
 * Draws the whole chat as images: its page to print is rendered in a hidden frame, and each image is drawn of
 * some of its messages, so that no length exceeds what a browser can draw.
 * @throws Error when the page does not load, or an image is empty
 */
export async function captureChat(conversationId: string): Promise<Captured> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.width = String(WIDTH);
  frame.height = '800';
  // Out of sight, not `display: none`: such a frame has no layout.
  frame.className = 'pointer-events-none fixed top-0 -left-[200vw] border-0';
  frame.src = `${printPath(conversationId)}?bare`;
  try {
    const loaded = new Promise<void>((resolve, reject) => {
      frame.addEventListener('load', () => resolve(), { once: true });
      setTimeout(() => reject(new Error('The page of the chat did not load')), LOAD_MS);
    });
    document.body.append(frame);
    await loaded;
    const chat = frame.contentDocument?.querySelector<HTMLElement>('[data-chat]');
    if (!chat) throw new Error('The page of the chat is missing');
    await chat.ownerDocument.fonts.ready;
    return await pack(await drawAll(chat));
  } finally {
    frame.remove();
  }
}

async function drawAll(chat: HTMLElement): Promise<Blob[]> {
  const scale = Math.min(MAX_SCALE, window.devicePixelRatio || 1);
  const turns = [...chat.querySelectorAll<HTMLElement>('[data-turn]')];
  const fonts = await embeddedFonts(chat.ownerDocument);
  const heights = turns.map((turn) => turn.getBoundingClientRect().height);
  const padding = chat.getBoundingClientRect().height - heights.reduce((sum, height) => sum + height, 0);
  const images: Blob[] = [];
  for (const tile of planTiles(heights, Math.max(1, tileHeight(WIDTH, scale) - padding)))
    images.push(await drawTile(chat, turns, tile, { scale, fonts }));
  return images;
}

/** Draws some messages: all others are taken out of the page meanwhile. */
async function drawTile(
  chat: HTMLElement,
  turns: readonly HTMLElement[],
  { from, to, slice }: Tile,
  { scale, fonts }: { scale: number; fonts: string },
): Promise<Blob> {
  // One by one: the style sheet of formulas is among them and must stay.
  for (const turn of turns) turn.remove();
  chat.append(...turns.slice(from, to));
  const first = turns[from];
  if (slice && first) {
    first.style.marginBlockStart = `${-slice.top}px`;
    chat.style.paddingBlock = '0';
    chat.style.height = `${slice.height}px`;
    chat.style.overflow = 'hidden';
  }
  const canvas = await domToCanvas(chat, {
    scale,
    backgroundColor: '#fff',
    width: WIDTH,
    font: fonts === '' ? false : { cssText: fonts },
  });
  if (first) first.style.marginBlockStart = '';
  chat.style.paddingBlock = '';
  chat.style.height = '';
  chat.style.overflow = '';
  if (isOneColor(canvas)) throw new Error('An image of the chat is empty');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  // Browsers limit the memory of all canvases together.
  canvas.width = 0;
  if (!blob || blob.size === 0) throw new Error('An image of the chat has no bytes');
  return blob;
}

/** Browsers draw an empty image, and no error, when they have no memory for a canvas. */
function isOneColor(canvas: HTMLCanvasElement): boolean {
  const copy = document.createElement('canvas');
  copy.width = SAMPLE;
  copy.height = SAMPLE;
  const context = copy.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return true;
  context.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
  const pixels = new Uint32Array(context.getImageData(0, 0, SAMPLE, SAMPLE).data.buffer);
  return pixels.every((pixel) => pixel === pixels[0]);
}

/** One image as it is, several as an archive; images are compressed already. */
async function pack(images: readonly Blob[]): Promise<Captured> {
  const [only] = images;
  if (only && images.length === 1) return { blob: only, extension: 'png' };
  const digits = String(images.length).length;
  const files = await Promise.all(
    images.map(async (image, index) => {
      const name = `${String(index + 1).padStart(digits, '0')}.png`;
      return [name, new Uint8Array(await image.arrayBuffer())] as const;
    }),
  );
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(Object.fromEntries(files), { level: 0 }, (error, data) => (error ? reject(error) : resolve(data))),
  );
  return {
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }),
    extension: 'zip',
  };
}
