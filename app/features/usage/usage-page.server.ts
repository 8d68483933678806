import type { LoaderFunctionArgs } from '@remix-run/node';
import { AppError } from '#app/contracts/errors.ts';
import { listActivity } from '#app/core/generation/report/list-activity.ts';
import { requireUser } from '#app/features/auth/require-user.server.ts';
import { errorResponse } from '#app/http/errors/error-response.ts';
import { validate } from '#app/http/body/validate.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { activityQuery } from './activity-query.ts';
import type { UsageData } from './usage-page.ts';

/** The page of the caller's calls that `?page=` and `?until=` name. */
export async function loadUsage({ request, context }: LoaderFunctionArgs): Promise<UsageData> {
  const { id: userId } = await requireUser(request, context);
  const query = readQuery(request);
  const activity = await listActivity(AUTOCOMMIT, { userId, ...query });
  return { ...activity, isAnchored: query.until !== undefined };
}

function readQuery(request: Request) {
  try {
    return validate(activityQuery, Object.fromEntries(new URL(request.url).searchParams));
  } catch (error) {
    throw error instanceof AppError ? errorResponse(error) : error;
  }
}
