import { describe, expect, it, vi } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '#app/contracts/errors.ts';
import { errorResponse, toAppError } from './error-response.ts';

vi.mock('#app/core/platform/logger.ts', () => ({ logger: () => ({ error: () => undefined }) }));

vi.mock('#app/core/platform/config.ts', () => ({ config: () => ({ APP_TITLE: 'Agora' }) }));

/** The specification writes these messages without a full stop. */
const UPLOADS: readonly ErrorCode[] = ['file_type_not_supported', 'file_too_large', 'file_processing'];

const shown = (error: unknown) => {
  const { code, status, retryAfterSeconds } = toAppError(error, 'request');
  return { code, status, retryAfterSeconds };
};

describe('an unexpected error', () => {
  const away = { code: 'unavailable', status: 503, retryAfterSeconds: 2 };
  const coded = (code: string) => Object.assign(new Error('lost'), { code });

  it.each([
    ['a connection that was lost during a statement', coded('PROTOCOL_CONNECTION_LOST')],
    ['a connection that was reset', coded('ECONNRESET')],
    ['a database that is read-only', Object.assign(new Error('read-only'), { errno: 1290 })],
    ['a database without space', Object.assign(new Error('full'), { errno: 1114 })],
    ['a row that stays locked', coded('ER_LOCK_WAIT_TIMEOUT')],
    ['a database that shuts down', coded('ER_SERVER_SHUTDOWN')],
    [
      'a connection that was closed before',
      new Error("Can't add new command when connection is in closed state"),
    ],
    ['what wraps one of them', Object.assign(new Error('lost'), { parent: coded('EPIPE') })],
    ['a pool without connections', Object.assign(new Error(), { name: 'SequelizeConnectionRefusedError' })],
    ['a Redis that is away', Object.assign(new Error(), { name: 'ClientOfflineError' })],
    ['a node of a Redis Cluster that is away', Object.assign(new Error(), { name: 'RedisNodeAwayError' })],
  ])('is temporarily unavailable: %s', (_, error) => {
    expect(shown(error)).toEqual(away);
  });

  it.each([
    ['a wrong statement', coded('ER_PARSE_ERROR')],
    ['an error of ours', new TypeError('x is not a function')],
    ['no error at all', 'thrown'],
  ])('is an internal error: %s', (_, error) => {
    expect(shown(error)).toEqual({ code: 'internal', status: 500, retryAfterSeconds: undefined });
  });

  it('is passed on if it is an AppError', () => {
    const error = new AppError('no_provider');
    expect(toAppError(error, 'request')).toBe(error);
  });
});

describe('an error without a message', () => {
  const messageOf = async (error: AppError) =>
    ((await errorResponse(toAppError(error, 'request')).json()) as { message: string }).message;

  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !UPLOADS.includes(code));
  it.each(codes)('is answered with a sentence: %s', async (code) => {
    const params = { model: 'Small', other: 'Large' };
    expect(await messageOf(new AppError(code, { params }))).toMatch(/^[A-Z].* .*[.!?]$/);
  });

  it.each(UPLOADS)('is answered with the wording of the specification: %s', async (code) => {
    const error = new AppError(code, { params: { type: 'image/tiff', max: 10 } });
    expect(await messageOf(error)).toMatch(/^(?:File|Error) [a-z ]+(?:: image\/tiff| 10MB)?$/);
  });

  it('names the product, and keeps an explicit message', async () => {
    expect(await messageOf(new AppError('token_balance'))).toContain('Agora’s balance page');
    expect(await messageOf(new AppError('conflict', { message: 'Taken.' }))).toBe('Taken.');
  });
});
