import { createTransport, type Transporter } from 'nodemailer';
import { config } from './config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

let transport: Transporter | undefined;

/** True when SMTP_URL is set: this installation can send mail. */
export function canSendMail(): boolean {
  return config().SMTP_URL !== undefined;
}

/**
 * Sends one mail from MAIL_FROM.
 * @throws when SMTP_URL is not set or the mail server does not accept the mail
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM, APP_TITLE } = config();
  if (SMTP_URL === undefined) throw new Error('SMTP_URL is not set');
  transport ??= createTransport(SMTP_URL, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object);
  const host = new URL(SMTP_URL).hostname;
  await transport.sendMail({ from: MAIL_FROM ?? { name: APP_TITLE, address: `no-reply@${host}` }, ...mail });
}

/** nodemailer's codes for failures before the mail was handed over. */
const BEFORE_MAIL: readonly unknown[] = ['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE', 'ECONFIG'];

/**
 * True if a mail that could not be sent was certainly not accepted: the server refused it, or was never
 * reached. A connection that breaks may have broken after the mail was accepted.
 */
export function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, syscall, code } = error as Error & Record<string, unknown>;
  return typeof responseCode === 'number' || syscall === 'connect' || BEFORE_MAIL.includes(code);
}
