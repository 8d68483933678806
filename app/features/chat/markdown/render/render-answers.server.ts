import type { MarkdownLabels } from '../labels.ts';
import { newRenderBudget, renderTexts } from './render-text.server.ts';

/**
 * Stored answers as HTML, by their ids.
 * @param owner whose page it is: people take turns at the threads that render
 */
export async function renderAnswers(
  answers: readonly { id: string; text: string }[],
  labels: MarkdownLabels,
  owner: string,
): Promise<Map<string, string>> {
  const inputs = answers.map(({ id, text }) => ({ text, labels, idPrefix: id, open: '' }));
  const texts = await renderTexts(inputs, { budget: newRenderBudget(owner), isStored: true });
  return new Map(answers.map(({ id }, index) => [id, texts[index]!.html]));
}
