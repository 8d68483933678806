import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';

/** What the operator calls this installation, and where people reach it. */
export function siteFacts(): { appTitle: string; appUrl: string } {
  return { appTitle: config().APP_TITLE, appUrl: appUrl() };
}
