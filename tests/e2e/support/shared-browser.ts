import { chromium, type Browser } from 'playwright';
import { locateChromium } from '#scripts/services/chromium.mjs';

const process_ = process as typeof process & { testBrowser?: Promise<Browser> };

/**
 * The browser of this process, for all of its test files: starting one takes more of the processor than most tests.
 * What tests must not share is a context's. One that has ended is replaced.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await process_.testBrowser;
  if (running?.isConnected()) return running;
  return (process_.testBrowser = launchBrowser());
}

/** Chromium of the machine, kept from calling anyone: what a page asks for is all that is asked for. */
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
      // A page lives for seconds: what is optimised is gone before it pays. A tenth of the processor time.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
}
