import { describe, expect, it, vi } from 'vitest';
import type { Answer } from './send.ts';
import { UnitOfWork } from './unit-of-work.ts';

const header = (affectedRows: number) => ({ affectedRows }) as unknown as Answer;
const failure = (code: string) => Object.assign(new Error(code), { code });

/** A database that records the packets, and answers a statement with its number among all statements. */
function fakeDatabase() {
  const packets: string[] = [];
  let count = 0;
  const send = vi.fn<(sql: string) => Promise<Answer[]>>(async (sql) => {
    packets.push(sql);
    await Promise.resolve();
    return sql.split(';').map(() => header((count += 1)));
  });
  return { packets, send, tx: new UnitOfWork(send) };
}

describe('a unit of work', () => {
  it('begins with the first packet, ends with the last, and has one packet in flight at a time', async () => {
    const { packets, tx } = fakeDatabase();
    await tx.write('A');
    const asked = tx.query('B');
    await Promise.resolve();
    await Promise.resolve();
    // The packet is in flight: statements sent meanwhile go into the next one.
    const next = [tx.query('C'), tx.query('D')];
    expect(await Promise.all([asked, ...next])).toEqual([header(3), header(4), header(5)]);
    await tx.write('E');
    await tx.commit();
    expect(packets).toEqual(['START TRANSACTION;A;B', 'C;D', 'E;COMMIT']);
  });

  it('sends nothing without statements', async () => {
    const { packets, tx } = fakeDatabase();
    await tx.commit();
    const other = fakeDatabase();
    await other.tx.rollback();
    expect([...packets, ...other.packets]).toEqual([]);
  });

  it('accepts no statements after it has ended', async () => {
    const { packets, tx } = fakeDatabase();
    await tx.write('A');
    const ending = tx.commit();
    await expect(tx.query('B')).rejects.toThrow('The transaction has ended (committed)');
    await expect(tx.write('C')).rejects.toThrow('ended');
    await ending;
    expect(packets).toEqual(['START TRANSACTION;A;COMMIT']);
  });

  it('rejects pending answers on rollback, and sends only the rollback', async () => {
    const { packets, tx } = fakeDatabase();
    await tx.query('A');
    const onAnswer = vi.fn<(answer: Answer) => void>();
    tx.queryLater('B', onAnswer);
    const pending = tx.query('C');
    pending.catch(() => undefined);
    await tx.rollback();
    await expect(pending).rejects.toThrow('The transaction has ended (rolled back)');
    expect(onAnswer).not.toHaveBeenCalled();
    expect(packets).toEqual(['START TRANSACTION;A', 'ROLLBACK']);
  });

  it('lets a sender go on at once that awaits a statement for later', async () => {
    const { packets, tx } = fakeDatabase();
    const answers: Answer[] = [];
    const sent: unknown = tx.queryLater('A', (answer) => void answers.push(answer));
    await sent;
    expect({ packets, answers }).toEqual({ packets: [], answers: [] });
    await tx.query('B');
    expect({ packets, answers }).toEqual({ packets: ['START TRANSACTION;A;B'], answers: [header(2)] });
  });

  it('continues after a failed statement if its sender does', async () => {
    const { send, packets, tx } = fakeDatabase();
    send.mockRejectedValueOnce(failure('ER_DUP_ENTRY'));
    await expect(tx.query('A')).rejects.toThrow('ER_DUP_ENTRY');
    await tx.query('B');
    expect(packets).toEqual(['B']);
  });

  it('sends nothing after a deadlock, not even statements queued meanwhile', async () => {
    const { send, packets, tx } = fakeDatabase();
    let deadlock!: (error: Error) => void;
    send.mockReturnValueOnce(new Promise((_resolve, reject) => (deadlock = reject)));
    const first = tx.query('A');
    await Promise.resolve();
    await Promise.resolve();
    const second = tx.query('B');
    deadlock(failure('ER_LOCK_DEADLOCK'));
    const outcomes = await Promise.allSettled([first, second, tx.query('C'), tx.commit()]);
    // A caller that retries after a deadlock must recognize it in each of these errors.
    const causes = outcomes.map((outcome) => {
      const { code, cause } = (outcome as PromiseRejectedResult).reason as {
        code?: string;
        cause?: { code: string };
      };
      return code ?? cause?.code;
    });
    expect(causes).toEqual(Array<string>(4).fill('ER_LOCK_DEADLOCK'));
    expect(packets).toEqual([]);
  });
});
