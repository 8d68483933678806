import { groupBy } from '#app/contracts/lists/group-by.ts';
import { parseSize } from '#app/contracts/media/image.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import { writePair } from '#app/contracts/playground/playground.ts';
import { providerName } from '#app/contracts/providers.ts';
import type { Listing } from '#app/core/catalogue/listing.ts';
import { viewFile, type FileRecord } from '#app/core/files/records/file-record.ts';
import { isLost } from '#app/core/generation/admit/prompt.ts';
import { readReplySoFar } from '#app/core/generation/stream/reader.ts';
import type { Cell } from '#app/core/playground/cell.ts';
import type { AnsweredPrompt } from '#app/core/playground/history.ts';
import type { PromptFiles } from '#app/core/playground/prompt-files.ts';
import type { CellRun } from '#app/core/targets/cell.ts';
import type { CellView, MadeView, NamedPair, PromptView } from '../playground-data.ts';

/** Renders finished answers to HTML, by their ids. */
export type RenderAnswers = (
  answers: { id: string; text: string }[],
  owner: string,
) => Promise<Map<string, string>>;

interface Viewing {
  listing: Listing;
  /** By generation. */
  running: ReadonlyMap<string, CellRun>;
  /** Numbers of their newest unfinished images. */
  partials: ReadonlyMap<string, number>;
  html: ReadonlyMap<string, string>;
  /** By generation. */
  files: ReadonlyMap<string, FileRecord[]>;
  /** The files that prompts were sent with, by prompt. */
  sent: ReadonlyMap<string, PromptFiles>;
}

/** Builds a prompt for the page: the newest answer of each pair, and the earlier ones. */
export async function viewPrompt({ prompt, cells }: AnsweredPrompt, viewing: Viewing): Promise<PromptView> {
  const { files = [], missing = 0 } = viewing.sent.get(prompt.id) ?? {};
  const places = [...groupBy(cells, ({ position }) => position).values()];
  return {
    id: prompt.id,
    position: prompt.position,
    text: prompt.text,
    shape: shapeOf(prompt.options),
    count: prompt.options.n ?? 1,
    files: files.map(viewFile),
    missing,
    isBlind: prompt.isBlind,
    cells: await Promise.all(
      places.map((attempts) =>
        viewCell(attempts, { ...viewing, isBlind: prompt.isBlind, bestId: prompt.bestCellId }),
      ),
    ),
  };
}

/** When the model decides, a square fits images and videos of both orientations. */
function shapeOf({ size, aspect_ratio: ratio }: PlaygroundOptions): number {
  const chosen = parseSize(size ?? ratio?.replace(':', 'x'));
  return chosen && chosen.width > 0 && chosen.height > 0 ? chosen.width / chosen.height : 1;
}

async function viewCell(
  attempts: Cell[],
  {
    listing,
    running,
    partials,
    html,
    files,
    isBlind,
    bestId,
  }: Viewing & { isBlind: boolean; bestId: string | null },
): Promise<CellView> {
  const cell = attempts.at(-1)!;
  const { generationId, state, errorCode } = cell;
  const isOpen = state === 'queued';
  const soFar = isOpen && running.has(generationId) ? await readReplySoFar(generationId) : null;
  // Blind mode hides everything that would identify the model: the price and the receipt as well as the name.
  const shown = <Value>(value: Value) => (isBlind ? null : value);
  return {
    id: cell.id,
    generationId: isBlind && !isOpen ? '' : generationId,
    by: shown(nameOf(cell, listing)),
    state: isOpen && soFar === null && isLost(cell) ? 'interrupted' : state,
    html: html.get(cell.id) ?? null,
    text: soFar?.text ?? cell.text,
    made: madeOf(cell, files),
    donePercent: running.get(generationId)?.donePercent ?? null,
    isStopping: running.get(generationId)?.isStopping ?? false,
    partial: partials.get(generationId) ?? null,
    cursor: soFar?.cursor ?? null,
    error:
      errorCode === null ? null : { code: errorCode, params: cell.errorParams, detail: cell.errorDetail },
    maxMicro: isOpen ? shown(maxMicroOf(cell, running.get(generationId))) : null,
    chargedMicro: shown(cell.chargedMicro?.toString() ?? null),
    tokens: shown(cell.tokens),
    firstTokenMs: shown(cell.firstTokenMs),
    totalMs: shown(cell.totalMs),
    createdAt: cell.createdAt.toISOString(),
    isBest: attempts.some(({ id }) => id === bestId),
    earlier: isBlind
      ? []
      : attempts.slice(0, -1).map((one) => ({
          id: one.id,
          text: one.text,
          generationId: one.generationId,
          made: madeOf(one, files),
        })),
  };
}

/** Before its run is stored, only the price of an image or a video is known: it has no price per token. */
function maxMicroOf({ inputMicro, outputPico }: Cell, run: CellRun | undefined): string | null {
  const micro = run?.maxMicro ?? (outputPico === 0n ? inputMicro : null);
  return micro === null || micro === 0n ? null : micro.toString();
}

function madeOf({ generationId }: Cell, files: Viewing['files']): MadeView[] {
  const made = files.get(generationId) ?? [];
  return made.map((file) => {
    const { id, name, kind, mimeType: type, width, height, seconds } = file;
    return { id, name, kind, type, width, height, preview: viewFile(file).preview, seconds };
  });
}

function nameOf({ model, provider }: Cell, { byId }: Listing): NamedPair {
  return {
    pair: writePair({ model, provider }),
    model,
    modelName: byId.get(model)?.name ?? model,
    providerName: providerName(provider),
  };
}
