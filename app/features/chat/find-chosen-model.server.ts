import { readModelChoice } from '#app/contracts/endpoints/model-choice.ts';
import { findReplyModel, type ReplyModel } from '#app/core/catalogue/models.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * The model that a choice of the menu leads to, with its endpoint; `asked` is the id that was chosen, which may be that of
 * a retired one.
 * @throws AppError as `findReplyModel`
 */
export async function findChosenModel(choice: string): Promise<ReplyModel & { asked: string }> {
  const { endpoint, model: asked } = readModelChoice(choice);
  return { ...(await findReplyModel(AUTOCOMMIT, asked, endpoint)), asked };
}
