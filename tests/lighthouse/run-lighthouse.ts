import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '#scripts/launch/paths.mjs';
import { locateChromium } from '#scripts/services/chromium.mjs';

/**
 * The last release that runs on Node 20. It has a hundred packages and measures the product: it is not part
 * of it.
 */
const MANIFEST = { private: true, dependencies: { lighthouse: '12.8.2' } };
const FOLDER = path.join(ROOT, '.data/lighthouse');
const PROGRAM = path.join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const FLAGS = '--headless --no-sandbox --disable-gpu --disable-quic --disable-background-networking';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Scores of a page, 0 to 100, and the audits that lowered them. */
export interface PageScores {
  points: Record<Category, number>;
  lost: string[];
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

/**
 * Runs Lighthouse on a page as on a phone with a slow connection. It is installed at its first use.
 * @param cookie of the signed-in user
 * @throws Error if it cannot be installed, or if the page cannot be loaded
 */
export async function runLighthouse(url: string, cookie?: string): Promise<PageScores> {
  const { executablePath, env } = await locateChromium();
  const file = path.join(FOLDER, 'report.json');
  const args = [
    PROGRAM,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${FLAGS}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ];
  try {
    await promisify(execFile)(process.execPath, args, { env: { ...env, CHROME_PATH: executablePath } });
  } catch (error) {
    throw new Error(`${url}: ${(error as { stderr?: string }).stderr?.trim()}`, { cause: error });
  }
  return readReport(JSON.parse(readFileSync(file, 'utf8')) as Report);
}

/** Installs it if it is missing. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(MANIFEST));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

function readReport({ runtimeError, categories, audits }: Report): PageScores {
  if (runtimeError) throw new Error(runtimeError.message);
  const points = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)] as const);
  const weighed = CATEGORIES.flatMap((name) => categories[name].auditRefs.filter(({ weight }) => weight > 0));
  const lost = weighed.flatMap(({ id }) => {
    const { title, score, displayValue } = audits[id]!;
    return score !== null && score < 0.9 ? [`${title}${displayValue ? ` (${displayValue})` : ''}`] : [];
  });
  return { points: Object.fromEntries(points) as PageScores['points'], lost };
}
