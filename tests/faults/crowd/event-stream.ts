/** One event of a stream, as a browser's EventSource would see it. */
export interface StreamEvent {
  event: string;
  id: string | null;
  data: string;
}

/** Reads server-sent events from an answer until it ends or is cut (which throws). */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`);
  let pending = '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pending += decoder.decode(value, { stream: true });
    const blocks = pending.split('\n\n');
    pending = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

function parse(block: string): StreamEvent | null {
  const event: StreamEvent = { event: 'message', id: null, data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'data') data.push(value ?? '');
    else if (field === 'event') event.event = value ?? '';
    else if (field === 'id') event.id = value ?? '';
  }
  return data.length === 0 ? null : { ...event, data: data.join('\n') };
}
