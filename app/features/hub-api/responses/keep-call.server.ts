import { AppError } from '#app/contracts/errors.ts';
import type { ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { forgetResponse, keepAsked } from '#app/core/responses/responses.ts';
import { askedOf, type Asked } from './asked.server.ts';
import type { Before } from './read-before.server.ts';

interface Own {
  userId: string;
  generationId: string;
  /** The account never stores responses. */
  refusesStore: boolean;
}

/** What a call asks, and whether it is kept. */
export interface KeptCall {
  asked: Asked;
  isKept: boolean;
}

/**
 * Keeps what a call asks, unless it wants nothing kept. One that says nothing of it and is too long is answered all the
 * same, and says that it is not kept.
 * @throws AppError payload_too_large for one that has to be kept and is too long; invalid_request for one in the
 *   background of an account that never stores responses
 */
export async function keepCall(
  { userId, generationId: id, refusesStore }: Own,
  body: ResponsesRequest,
  { ancestors, input }: Before,
): Promise<KeptCall> {
  const asked = askedOf(body, input, true);
  const isBackground = body.background ?? false;
  if (refusesStore && isBackground)
    throw new AppError('invalid_request', {
      param: 'background',
      message: 'background: needs a stored response, and your account never stores responses.',
    });
  if (body.store !== false && !refusesStore) {
    if (await keepAsked({ id, userId, isBackground, ancestors, asked: JSON.stringify(asked) }))
      return { asked, isKept: true };
    if (body.store || isBackground)
      throw new AppError('payload_too_large', {
        param: 'input',
        message: 'input: too long to be stored. Send it with store: false, without background.',
      });
  }
  return { asked: askedOf(body, input, false), isKept: false };
}

/** Forgets what was kept for a call that was not taken on, or that repeats another. */
export async function withdrawUnused<Taken extends { generationId: string }>(
  { userId, generationId: id }: Pick<Own, 'userId' | 'generationId'>,
  { isKept }: KeptCall,
  taking: Promise<Taken>,
): Promise<Taken> {
  let isUsed = false;
  try {
    const taken = await taking;
    isUsed = taken.generationId === id;
    return taken;
  } finally {
    if (isKept && !isUsed) await forgetResponse({ userId, id });
  }
}
