import { z } from 'zod';

/** `?page=`, from 1, and `?until=`: the newest call that is listed, as a page before has named it. */
export const activityQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  until: z.uuid().toLowerCase().optional(),
});
