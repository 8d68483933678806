import { chromium, type Browser, type Page } from 'playwright';
import { locateChromium } from '#scripts/services/chromium.mjs';
import { hydrated } from '#tests/e2e/support/hydration.ts';
import { NAME, type ProxyProcess } from '../proxies/proxy-process.ts';

/** A navigation takes the place of one whose answer is being read. */
const SUPERSEDED = /signal is aborted without reason/;
/** While a process leaves, its connections end: the stream of events of a page connects again by itself. */
const EVENTS = /\/api\/events/;

/** Starts a browser that reaches the proxy by the name of its certificate, and no other host. */
export async function startBrowser(): Promise<Browser> {
  const rules = `--host-resolver-rules=MAP ${NAME} 127.0.0.1`;
  return chromium.launch({ ...(await locateChromium()), args: ['--no-sandbox', '--disable-gpu', rules] });
}

/** A tab of a reader who stays signed in and goes from page to page without loading the application anew. */
export class BrowserTab {
  /** Answers above 399, requests without an answer, and errors of scripts. */
  readonly problems: string[] = [];
  /** How often the page began anew. */
  reloads = 0;
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.problems.push(`${answer.status()} ${answer.url()}`);
    });
    page.on('requestfailed', (request) => {
      const { errorText = '' } = request.failure() ?? {};
      if (errorText !== 'net::ERR_ABORTED' && !EVENTS.test(request.url()))
        this.problems.push(`${errorText} ${request.url()}`);
    });
    page.on('pageerror', ({ message }) => {
      if (!SUPERSEDED.test(message)) this.problems.push(message);
    });
    page.on('domcontentloaded', () => {
      this.reloads += 1;
    });
  }

  /** Registers a reader, whom the form leads to the chat. */
  static async open(browser: Browser, { port }: ProxyProcess): Promise<BrowserTab> {
    const page = await browser.newPage({ baseURL: `https://${NAME}:${port}`, ignoreHTTPSErrors: true });
    await page.goto('/register');
    const password = 'a long enough password';
    const fields = {
      name: 'Ada Reader',
      email: `tab-${crypto.randomUUID()}@parlance.test`,
      password,
      confirm_password: password,
    };
    for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
    await page.locator('[name=confirm_password]').press('Enter');
    await page.waitForURL('**/chat/new');
    await hydrated(page);
    return new BrowserTab(page);
  }

  /** Follows a link of the page by its scripts. */
  async follow(path: string, heading: RegExp): Promise<void> {
    await this.page.evaluate((to) => {
      const link = document.querySelector<HTMLAnchorElement>(`a[href='${to}']`);
      if (!link) throw new Error(`No link leads to ${to}`);
      link.click();
    }, path);
    await this.page.getByRole('heading', { name: heading }).first().waitFor();
  }
}
