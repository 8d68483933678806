import { AppError } from '#app/contracts/errors.ts';
import { TEMPLATES_MAX, type PromptTemplate } from '#app/contracts/prompts/template.ts';
import { lockUser } from '#app/core/accounts/user.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { change, selectCount, selectRow, selectRows, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';

/** The id of a user's template, and the user who claims to own it. */
export interface NamedTemplate {
  userId: string;
  promptId: string;
}

type TemplateTexts = Pick<PromptTemplate, 'title' | 'text'>;
type TemplateRow = Omit<PromptTemplate, 'isOwn'>;

const COLUMNS = 'id AS promptId, title, text';

/** Lists all templates of a user, by name. */
export async function listOwnTemplates(tx: Tx, userId: string): Promise<PromptTemplate[]> {
  const rows = await selectRows<TemplateRow>(
    tx,
    `SELECT ${COLUMNS} FROM prompt_templates WHERE user_id = ? ORDER BY title, id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, isOwn: true }));
}

/** @throws AppError not_found when it is not theirs or does not exist */
export async function findOwnTemplate(tx: Tx, { userId, promptId }: NamedTemplate): Promise<PromptTemplate> {
  const row = isId(promptId)
    ? await selectRow<TemplateRow>(
        tx,
        `SELECT ${COLUMNS} FROM prompt_templates WHERE id = ? AND user_id = ?`,
        [promptId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such template.', param: 'promptId' });
  return { ...row, isOwn: true };
}

/**
 * @returns the id of the new template
 * @throws AppError conflict when the account has the max number of templates
 */
export function createTemplate(userId: string, { title, text }: TemplateTexts): Promise<string> {
  return transaction(async (tx) => {
    // The lock serializes creations per account.
    await lockUser(tx, userId);
    const count = 'SELECT COUNT(*) FROM prompt_templates WHERE user_id = ?';
    const templateCount = await selectCount(tx, count, [userId]);
    if (templateCount >= TEMPLATES_MAX)
      throw new AppError('conflict', {
        message: `One account has at most ${TEMPLATES_MAX} templates. Delete one first.`,
        params: { max: TEMPLATES_MAX },
      });
    const id = newId();
    const at = new Date();
    await write(
      tx,
      'INSERT INTO prompt_templates (id, user_id, title, text, created_at, updated_at) VALUES (?)',
      [[id, userId, title, text, at, at]],
    );
    return id;
  });
}

/** @throws AppError not_found */
export async function changeTemplate(named: NamedTemplate, { title, text }: TemplateTexts): Promise<void> {
  await findOwnTemplate(AUTOCOMMIT, named);
  await change(
    AUTOCOMMIT,
    `UPDATE prompt_templates FORCE INDEX (PRIMARY) SET title = ?, text = ?, updated_at = ?
     WHERE id = ? AND user_id = ?`,
    [title, text, new Date(), named.promptId, named.userId],
  );
}

/** @throws AppError not_found */
export async function deleteTemplate(named: NamedTemplate): Promise<void> {
  await findOwnTemplate(AUTOCOMMIT, named);
  const { promptId, userId } = named;
  await change(AUTOCOMMIT, 'DELETE FROM prompt_templates WHERE id = ? AND user_id = ?', [promptId, userId]);
}

/**
 * Deletes templates of a deleted account.
 * @param max max rows
 * @returns how many rows were deleted
 */
export function eraseTemplates(userId: string, max: number): Promise<number> {
  return change(AUTOCOMMIT, 'DELETE FROM prompt_templates WHERE user_id = ? LIMIT ?', [userId, max]);
}
