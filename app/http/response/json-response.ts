import { WrittenResponse, type Head } from './written-response.ts';

/** JSON that goes out in one piece, with its length: a body of web streams would cost more than the JSON itself. */
export class JsonResponse extends WrittenResponse {
  readonly text: string;

  constructor(data: unknown, head: Head = {}) {
    const text = JSON.stringify(data);
    super(head, async (connection) => void connection.end(text));
    this.text = text;
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'application/json');
  }
}
