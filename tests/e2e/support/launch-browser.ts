import { chromium, type Browser } from 'playwright-core';
import { locateChromium } from '#scripts/services/chromium.mjs';

/** Chromium of the machine, kept from calling anyone: what a page asks for is all that is asked for. */
export async function launchBrowser(): Promise<Browser> {
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
    ],
  });
}
