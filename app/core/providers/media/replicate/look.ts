import { isObject, malformed } from '#app/core/providers/shared/json.ts';
import type { MediaEvent, MediaLook } from '../contract.ts';
import { failedJob } from '../shared/failure.ts';
import { inside, listOf, pieceAt, refusedPieces } from '../shared/pieces.ts';
import { isRefusal } from './request.ts';

const MOST_OUTPUTS = 16;

/**
 * What a prediction says of itself. Its output is an address, a list of them, or an object with one.
 * @throws ProviderError for one that has failed or was cancelled
 */
export function readPrediction(prediction: unknown, secrets: readonly string[]): MediaLook {
  if (!isObject(prediction)) throw malformed('the provider has sent no prediction');
  const { status, error } = prediction;
  switch (status) {
    case 'starting':
    case 'processing':
      return { state: 'waiting' };
    case 'succeeded':
      return { state: 'ended', events: outputs(prediction['output']) };
    case 'canceled':
    case 'aborted':
      throw failedJob('the provider has cancelled the job', secrets);
    case 'failed': {
      const message = typeof error === 'string' ? error.slice(0, 4096) : '';
      if (!isRefusal({ names: [], message, param: null })) throw failedJob(message, secrets);
      return { state: 'ended', events: refusedPieces(ordered(prediction), message, secrets) };
    }
    default:
      throw malformed('the provider says nothing of the job that is known');
  }
}

/** The name of the order that reports to an address of ours, in a list of predictions. */
export function findByWebhook(list: unknown, webhookUrl: string): unknown {
  const results = isObject(list) ? listOf(list['results']) : [];
  const found = results.find((one) => isObject(one) && one['webhook'] === webhookUrl);
  return isObject(found) ? found['id'] : null;
}

function outputs(output: unknown): MediaEvent[] {
  const addresses = listOf(isObject(output) ? (output['url'] ?? Object.values(output)[0]) : output);
  if (addresses.length === 0) throw malformed('the provider has sent no result');
  return addresses.slice(0, MOST_OUTPUTS).map((url, index) => pieceAt(index, url));
}

/** How many pieces were asked for, as the prediction repeats it. */
function ordered(prediction: Record<string, unknown>): number {
  const count = inside(prediction, 'input')['num_outputs'];
  return typeof count === 'number' && Number.isInteger(count) && count > 1 && count <= MOST_OUTPUTS
    ? count
    : 1;
}
