import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const LONGEST_WAIT_MS = 30_000;

/** A mail server that accepts every mail and stores it for the test. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  mails: Email[];
  /** The newest mail to this address; waits for it. */
  next: (address: string, after?: number) => Promise<Email>;
  /** All mails accepted so far. */
  taken: () => Promise<Email[]>;
  close: () => Promise<void>;
}

/** @param port to listen on; any free one by default */
export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: Email[] = [];
  const arrivals = new EventEmitter();
  const parsing: Promise<void>[] = [];
  const keep = async (content: Buffer) => {
    mails.push(await PostalMime.parse(content));
    arrivals.emit('mail');
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        parsing.push(keep(Buffer.concat(chunks)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.server.address() as AddressInfo;
  const next = async (address: string, after = 0) => {
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    for (;;) {
      const mail = mails
        .slice(after)
        .findLast(({ to }) => to?.some((receiver) => receiver.address === address));
      if (mail) return mail;
      await once(arrivals, 'mail', { signal }).catch((cause: unknown) => {
        throw new Error(`No mail to ${address} within 30 s`, { cause });
      });
    }
  };
  const taken = async () => {
    await Promise.all(parsing);
    return mails;
  };
  const close = async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all(parsing);
  };
  return { url: `smtp://127.0.0.1:${listening}`, mails, next, taken, close };
}
