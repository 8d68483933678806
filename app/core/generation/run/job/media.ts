import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#app/contracts/errors.ts';
import type { FileContent } from '#app/core/files/file-store.ts';
import { readImageFacts } from '#app/core/files/media/media-in-memory.ts';
import { discardFile, prepareFile, type NewFile } from '#app/core/files/new-file.ts';
import { isStoreAway } from '#app/core/files/store-failure.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { storePartial, expirePartial } from '#app/core/generation/stream/partial-image.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { AddressError, openAddress } from '#app/core/platform/addresses/foreign-address.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { ProviderError, type MediaPartial, type MediaPiece } from '#app/core/providers/contract.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { credentialsOf } from '#app/core/tasks/credentials.ts';
import type { PieceRules } from '#app/core/tasks/task.ts';
import { pauseAfter } from './job-row.ts';

/**
 * Milliseconds between attempts to fetch a result: it is paid for, and its address may work a moment later.
 */
const FETCH_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Max milliseconds to wait for the file store with a result that only this process has and no caller waits
 * for.
 */
const MAX_STORE_MS = 15 * 60_000;

interface StoreOptions {
  rules: PieceRules;
  signal: AbortSignal;
  /**
   * The provider can return it again: unless a caller waits for it, a store that is away is not waited for.
   */
  canBeRefetched: boolean;
}

/**
 * Milliseconds to wait for a store that is away: a caller that waits for the answer gets an error within
 * seconds.
 */
function storePatience(generation: Generation, canBeRefetched: boolean): number {
  if (targetOf(generation).endsWithReader) return config().S3_LIMIT_MS;
  return canBeRefetched ? 0 : MAX_STORE_MS;
}

/**
 * Fetches a result if needed, checks its type, and stores it. Its owner gets it when the run settles.
 * @throws ProviderError if it is not of the expected kind; AppError unavailable if the store is away; the
 *   signal's reason
 */
export async function storePiece(
  reply: RunningReply,
  piece: MediaPiece,
  keeping: StoreOptions,
): Promise<void> {
  const { id: generationId, userId } = reply.generation;
  const { rules } = keeping;
  const lifetimeMs = targetOf(reply.generation).keepsFilesFor;
  const file: NewFile = {
    id: newId(),
    userId,
    source: 'result',
    name: `${rules.kind}-${piece.index + 1}`,
    declared: piece.mimeType ?? '',
    maxBytes: rules.maxBytes,
    expiresAt: lifetimeMs === null ? null : new Date(Date.now() + lifetimeMs),
    generatedBy: { generationId, place: piece.index },
  };
  const prepared = await prepareUntilStored(file, () => contentOf(piece, reply, keeping.signal), {
    signal: keeping.signal,
    patienceMs: storePatience(reply.generation, keeping.canBeRefetched),
  });
  if (prepared.kind !== rules.kind) {
    await discardFile(prepared);
    throw unusable(`the result is no ${rules.kind}`);
  }
  const ending = prepared.mimeType.slice(prepared.mimeType.indexOf('/') + 1);
  reply.files.push({ ...prepared, name: `${prepared.name}.${ENDINGS[ending] ?? ending}` });
}

const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', quicktime: 'mov' };

async function prepareUntilStored(
  file: NewFile,
  content: () => Promise<FileContent>,
  { signal, patienceMs }: { signal: AbortSignal; patienceMs: number },
) {
  const startedAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await prepareFile(file, await content());
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = isStoreAway(error)
        ? storePause(tries, patienceMs - (performance.now() - startedAt))
        : fetchPause(error, tries);
      if (pauseMs === null) throw toProviderError(error);
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function contentOf({ source }: MediaPiece, { answeredBy }: RunningReply, signal: AbortSignal) {
  if ('bytes' in source) return Promise.resolve(source.bytes);
  const { url, headers } = source;
  const trustedOrigin = answeredBy ? new URL(credentialsOf(answeredBy.provider).baseUrl).origin : undefined;
  return openAddress(url, { headers, signal, trustedOrigin });
}

/** Milliseconds until the next attempt; null if none would help. */
function fetchPause(error: unknown, tries: number): number | null {
  const mayPass = error instanceof AddressError ? error.isPassing : !(error instanceof AppError);
  return mayPass ? (FETCH_PAUSES_MS[tries] ?? null) : null;
}

/**
 * The same for a store that is away.
 * @param leftMs rest of the max wait
 */
const storePause = (tries: number, leftMs: number) =>
  leftMs > 0 ? Math.min(pauseAfter(tries), leftMs) : null;

function toProviderError(error: unknown): unknown {
  if (isStoreAway(error) || error instanceof ProviderError) return error;
  return unusable(error instanceof Error ? error.message : 'the result cannot be read');
}

function unusable(message: string): ProviderError {
  return new ProviderError('provider_malformed', `the result cannot be used: ${message}`);
}

/**
 * Shows the unfinished images of a run to the tabs and devices of its owner. They are small copies, each in
 * place of the one before: the memory in Redis and in readers does not grow with the images. One that arrives
 * while another is being scaled replaces the one that waits, and one that is not an image is skipped.
 */
export class PartialImages {
  readonly #generation: Generation;
  #waiting: MediaPartial | null = null;
  #showing: Promise<void> | null = null;
  #shown = 0;

  constructor(generation: Generation) {
    this.#generation = generation;
  }

  show(partial: MediaPartial): void {
    this.#waiting = partial;
    this.#showing ??= this.#showWaiting();
  }

  /** Ends the previews. Never fails. */
  async end(): Promise<void> {
    await this.#showing;
    if (this.#shown > 0) await expirePartial(this.#generation.id).catch(() => undefined);
  }

  async #showWaiting(): Promise<void> {
    while (this.#waiting) {
      const { bytes } = this.#waiting;
      this.#waiting = null;
      await this.#showOne(bytes);
    }
    this.#showing = null;
  }

  async #showOne(bytes: Buffer): Promise<void> {
    const { id: generationId, userId } = this.#generation;
    try {
      const { thumbnail } = await readImageFacts(bytes, 'partial', { account: userId });
      const number = this.#shown + 1;
      await storePartial(generationId, { number, bytes: thumbnail });
      this.#shown = number;
      await publishUserEvents(userId, [{ type: 'partial', generationId, number }]);
    } catch (error) {
      logger().warn({ generationId, error: (error as Error).message }, 'an unfinished picture is not shown');
    }
  }
}
