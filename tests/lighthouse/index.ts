// npm run lighthouse: the scores of the main pages, the median of three runs for each, and whether they are
// high enough.
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { startApplication } from '#tests/setup/start-application.ts';
import { median } from '#tests/bench/statistics.ts';
import {
  CATEGORIES,
  installLighthouse,
  runLighthouse,
  type Category,
  type PageScores,
} from './run-lighthouse.ts';

const ENOUGH = 95;
const LOOKS = 3;

interface Page {
  path: string;
  /** The categories that count: a page that is not searched for needs no SEO. */
  counts: readonly Category[];
  isSignedIn?: true;
}

const PUBLIC = CATEGORIES;
const PRIVATE = CATEGORIES.filter((name) => name !== 'seo');

const PAGES: readonly Page[] = [
  { path: '/', counts: PUBLIC },
  { path: '/models', counts: PUBLIC },
  { path: '/models/sandbox/small', counts: PUBLIC },
  { path: '/docs', counts: PUBLIC },
  { path: '/docs/streaming', counts: PUBLIC },
  { path: '/terms', counts: PUBLIC },
  { path: '/login', counts: PRIVATE },
  { path: '/chat/new', counts: PRIVATE, isSignedIn: true },
];

const application = await startApplication();
try {
  await installLighthouse();
  const cookie = await signUp(application.url);
  const short: string[] = [];
  console.log(['page'.padEnd(24), ...CATEGORIES].join('  '));
  for (const { path, counts, isSignedIn } of PAGES) {
    const looks: PageScores[] = [];
    for (let look = 0; look < LOOKS; look += 1)
      looks.push(await runLighthouse(application.url + path, isSignedIn ? cookie : undefined));
    const points = CATEGORIES.map((name) => ({ name, value: median(looks.map((one) => one.points[name])) }));
    console.log(
      [path.padEnd(24), ...points.map(({ name, value }) => String(value).padEnd(name.length))].join('  '),
    );
    if (points.some(({ name, value }) => counts.includes(name) && value < ENOUGH)) short.push(path);
    for (const words of new Set(looks.flatMap(({ lost }) => lost))) console.log(`    ${words}`);
  }
  if (short.length > 0) {
    console.log(`\nBelow ${ENOUGH}: ${short.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await application.stop();
}

/** Registers a user as a browser does. @returns its cookies */
async function signUp(url: string): Promise<string> {
  const browser = new PlainBrowser(url);
  const password = 'a-long-enough-password';
  const person = { name: 'A Person', email: 'person@lighthouse.test', password, confirm_password: password };
  const answer = await browser.send('/register', { method: 'POST', body: new URLSearchParams(person) });
  if (answer.status !== 302) throw new Error(`The registration was answered with ${answer.status}`);
  return [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
}
