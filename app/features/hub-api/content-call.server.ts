import { AppError } from '#app/contracts/errors.ts';
import type { ContentAnswer } from '#app/contracts/openai/answers/content-answer.ts';
import { findContent } from '#app/core/call-contents/call-contents.ts';
import { viewContent } from '#app/core/call-contents/content-view.ts';
import { hubEndpoint } from '#app/http/api/hub-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { GENERATION_QUERY, generationIdIn } from './generation-id.ts';

/**
 * GET /api/v1/generation/content?id=: the body and the answer of a call, where its account stores its calls.
 * @throws AppError not_found for an id that is unknown or of another account, and for a call of which nothing is stored
 */
export const contentCall = hubEndpoint(
  { query: GENERATION_QUERY },
  async ({ user, query }): Promise<ContentAnswer> => {
    const id = generationIdIn(query.id);
    const content = await findContent(AUTOCOMMIT, { id, userId: user.id });
    if (!content)
      throw new AppError('not_found', {
        param: 'id',
        message:
          'No content of this call is stored. Storing was off when it was made, it was too long, or its time is over.',
      });
    const { input, output } = viewContent(content);
    const [first] = output.choices;
    return {
      data: {
        id,
        input,
        output: {
          completion: first?.content || null,
          reasoning: first?.reasoning || null,
          ...output,
        },
      },
    };
  },
);
