/** Letters of base64 that a provider takes for a video, where a call may bring more. Source: Alibaba's pages, autumn 2026. */
const MAX_LETTERS: Readonly<Record<string, number>> = { alibaba: 10_000_000 };

/** Whether a provider takes a video of so many bytes within a request. */
export function takesVideoOf(provider: string, bytes: number): boolean {
  return Math.ceil(bytes / 3) * 4 <= (MAX_LETTERS[provider] ?? Number.POSITIVE_INFINITY);
}
