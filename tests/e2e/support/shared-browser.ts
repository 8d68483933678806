import { chromium, type Browser } from 'playwright';
import { locateChromium } from '#scripts/services/chromium.mjs';

const process_ = process as typeof process & { testBrowser?: Promise<Browser> };

/**
 * The browser of this process, for all of its test files: starting one takes more CPU time than most tests.
 * State that tests must not share belongs to a context. A browser that has ended is replaced.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await process_.testBrowser;
  if (running?.isConnected()) return running;
  return (process_.testBrowser = launchBrowser());
}

/** The machine's Chromium, without background requests: only the requests of pages are sent. */
async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(await locateChromium()),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page lives for seconds: optimised code is discarded before it pays off. Saves a tenth of the CPU
      // time.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
}
