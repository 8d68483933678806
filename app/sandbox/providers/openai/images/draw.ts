import { createHash } from 'node:crypto';
import sharp from 'sharp';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export interface Drawing {
  width: number;
  height: number;
  format: ImageFormat;
  /** 0 to 1: the finished fraction. */
  done: number;
  /** An image to draw over. */
  base?: Buffer;
  /** Draws no sky, so that the background stays transparent. */
  isTransparent?: boolean;
}

/** A landscape derived from the prompt: the same prompt always gives the same image. */
export async function drawImage(words: string, drawing: Drawing): Promise<Buffer> {
  const { width, height, format, base } = drawing;
  const scene = Buffer.from(sceneOf(words, drawing));
  const canvas = base
    ? sharp(base, { limitInputPixels: 64 * 1024 * 1024 })
        .resize(width, height, { fit: 'cover' })
        .composite([{ input: scene, blend: 'over' }])
    : sharp(scene);
  return canvas.toFormat(format).toBuffer();
}

function sceneOf(words: string, { width, height, done, base, isTransparent = false }: Drawing): string {
  const numbers = createHash('sha256').update(words).digest();
  const at = (place: number, most: number) => ((numbers[place % numbers.length] ?? 0) / 255) * most;
  const hue = Math.round(at(0, 360));
  const sky = base || isTransparent ? '' : `<rect width="100%" height="100%" fill="url(#sky)"/>`;
  const sun = `<circle cx="${at(1, width)}" cy="${at(2, height * 0.5)}" r="${Math.min(width, height) / 9}" fill="hsl(${(hue + 40) % 360},90%,75%)"/>`;
  const hills = [0, 1, 2, 3]
    .slice(0, Math.ceil(4 * done))
    .map((layer) => hill(layer, { width, height, hue, at }));
  const blur = done < 1 ? ' filter="url(#far)"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue},70%,70%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},80%,88%)"/></linearGradient>
<filter id="far"><feGaussianBlur stdDeviation="${Math.round((1 - done) * 24)}"/></filter></defs>
<g${blur}>${sky}${sun}${hills.join('')}</g></svg>`;
}

interface Land {
  width: number;
  height: number;
  hue: number;
  at(place: number, most: number): number;
}

function hill(layer: number, { width, height, hue, at }: Land): string {
  const top = height * (0.45 + layer * 0.13);
  const points = [0, 1, 2, 3, 4].map((step) => {
    const y = top - at(4 + layer * 5 + step, height * 0.18);
    return `${(width * step) / 4},${Math.round(y)}`;
  });
  const colour = `hsl(${(hue + 120 + layer * 18) % 360},45%,${58 - layer * 11}%)`;
  return `<polygon fill="${colour}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`;
}
