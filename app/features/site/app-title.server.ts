import { config } from '#app/core/platform/config.ts';

/** What the operator calls this installation. */
export function readAppTitle(): string {
  return config().APP_TITLE;
}
