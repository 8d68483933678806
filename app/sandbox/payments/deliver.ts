/** A webhook as it is posted, signed again for every try. */
type Signed = { method: 'POST'; body: string; headers: Record<string, string> };

const RETRY_MS = 2000;

/**
 * Posts a webhook, and retries it until it is accepted, as payment services do for days.
 * @returns the answer to the first try: a status, or the reason why there was none
 */
export async function deliver(url: string, sign: () => Signed): Promise<string> {
  const { isAccepted, outcome } = await post(url, sign());
  if (!isAccepted) setTimeout(() => void deliver(url, sign), RETRY_MS).unref();
  return outcome;
}

async function post(url: string, webhook: Signed): Promise<{ isAccepted: boolean; outcome: string }> {
  try {
    const answer = await fetch(url, webhook);
    await answer.body?.cancel();
    return { isAccepted: answer.ok, outcome: `${answer.ok ? 'taken' : 'refused'} with ${answer.status}` };
  } catch (error) {
    return { isAccepted: false, outcome: `not reached: ${(error as Error).name}` };
  }
}
