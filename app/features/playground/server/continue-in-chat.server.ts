import { factsOf } from '#app/contracts/endpoints/table.ts';
import { AppError } from '#app/contracts/errors.ts';
import { findChatModel } from '#app/core/catalogue/models.ts';
import { copyTurns } from '#app/core/conversations/messages/copy-turns.ts';
import { findCell, findPrompt } from '#app/core/playground/playgrounds.ts';
import { readHistory } from '#app/core/playground/history.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/**
 * Begins a conversation of the chat with the model of an answer and its exchange so far.
 * @returns the id of the conversation
 * @throws AppError not_found, model_not_found for a model that the chat does not have, conflict without an answer
 */
export async function continueInChat(at: {
  userId: string;
  playgroundId: string;
  cellId: string;
}): Promise<string> {
  const { userId, playgroundId } = at;
  const cell = await findCell(AUTOCOMMIT, at);
  const { position } = await findPrompt(AUTOCOMMIT, { ...at, promptId: cell.promptId });
  const model = await findChatModel(AUTOCOMMIT, cell.model);
  const before = await readHistory(AUTOCOMMIT, { ...cell, playgroundId, before: position + 1 });
  const turns = before
    .map((turn) => (turn.promptId === cell.promptId ? { ...turn, answer: cell.text } : turn))
    .filter(({ answer }) => answer !== '');
  if (turns.length === 0) throw new AppError('conflict', { param: 'cellId' });
  const { endpoint } = model;
  const facts = factsOf(endpoint);
  if (!facts) throw new AppError('model_not_found', { param: 'model' });
  return transaction((tx) =>
    copyTurns(tx, { userId, endpoint, model: model.id, sender: facts.sender, turns }),
  );
}
