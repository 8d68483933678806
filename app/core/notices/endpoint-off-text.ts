import type { Mail } from '#app/core/platform/mail.ts';
import { noticeMail, type Reader, type Site } from './notice-mail.ts';
import { noticeTexts } from './notice-texts.ts';

/** What a mail about a webhook that was switched off says. */
interface OffEndpoint {
  id: string;
  name: string;
  url: string;
}

/** A mail about a webhook that was switched off, in plain text. */
export function endpointOffText(
  { name: person, locale }: Reader,
  { id, name, url }: OffEndpoint,
  site: Site,
): Omit<Mail, 'to'> {
  const { subject, greeting, lead, off } = noticeTexts(locale).endpointOff;
  const lines = [greeting, '', lead, '{{url}}', '', off, '{{page}}'];
  const values = { person, name, url, page: `${site.url}/keys/webhooks/${id}` };
  return noticeMail({ subject, lines, values }, site);
}
