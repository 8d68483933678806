/** One server-sent event as a client reads it. */
export interface ReceivedEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** The events of a stream as they arrive; leaving the loop closes the connection. */
export async function* readSse(response: Response): AsyncGenerator<ReceivedEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

function parse(block: string): ReceivedEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id'),
    data: JSON.parse(data) as Record<string, unknown>,
  };
}
