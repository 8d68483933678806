import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import {
  SHARE_DAYS,
  SHARE_LEVELS,
  SHARE_PASSWORD_MAX,
  SHARE_PASSWORD_MIN,
  SHARE_SCOPES,
  SHARE_TITLE_MAX,
} from '#app/contracts/shares/share.ts';

const DAY_MS = 24 * 3_600_000;

/** A check box of a form. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const days = z.enum([...SHARE_DAYS.map((count) => String(count) as `${typeof count}`), 'never', 'keep']);

/** The fields of a link's access, which a new link and its settings have in common. */
const accessRules = (t: Translate<'shares'>) => {
  const title = t('form.titleError', { max: SHARE_TITLE_MAX });
  const password = t('form.password.error', { min: SHARE_PASSWORD_MIN, max: SHARE_PASSWORD_MAX });
  return {
    title: z.string(title).trim().min(1, title).max(SHARE_TITLE_MAX, title),
    level: z.enum(SHARE_LEVELS).default('anyone'),
    days: days.default('never'),
    password: z.string().min(SHARE_PASSWORD_MIN, password).max(SHARE_PASSWORD_MAX, password).optional(),
    card: ticked,
  };
};

/** The form of a new link. */
export const newShareRules = (t: Translate<'shares'>) =>
  z.object({
    ...accessRules(t),
    scope: z.enum(SHARE_SCOPES).default('branch'),
    files: ticked,
    thinking: ticked,
    prompt: ticked,
    name: ticked,
  });

/** The form of a link's settings. */
export const settingsRules = (t: Translate<'shares'>) =>
  z.object({ ...accessRules(t), removePassword: ticked });

/** The time at which a link expires by the choice of a form; `keep` leaves it as it is. */
export function expiryOf(choice: z.output<typeof days>, current: Date | null = null): Date | null {
  if (choice === 'keep') return current;
  return choice === 'never' ? null : new Date(Date.now() + Number(choice) * DAY_MS);
}
