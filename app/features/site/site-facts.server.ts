import { appUrl } from '#app/core/platform/addresses/app-url.ts';
import { config } from '#app/core/platform/config.ts';
import type { SiteLinks } from './frame/frame-data.ts';

/** The display names of known hosts; another site is shown by its host. */
const KNOWN_PLACES: Record<string, string> = {
  'github.com': 'GitHub',
  'x.com': 'X',
  'twitter.com': 'X',
  'discord.gg': 'Discord',
  'discord.com': 'Discord',
  'linkedin.com': 'LinkedIn',
  'youtube.com': 'YouTube',
  'reddit.com': 'Reddit',
  't.me': 'Telegram',
  'bsky.app': 'Bluesky',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'medium.com': 'Medium',
};

/** The operator's name for this installation, its public address, and whether its replies are made up. */
export function siteFacts(): { appTitle: string; appUrl: string; isDemo: boolean } {
  return { appTitle: config().APP_TITLE, appUrl: appUrl(), isDemo: config().SANDBOX };
}

/** The operator's links from the configuration. */
export function siteLinks(): SiteLinks {
  const { DEMO_URL, COMMUNITY_URL, FEEDBACK_EMAIL, SOCIAL_LINKS } = config();
  return {
    demo: DEMO_URL ?? null,
    community: COMMUNITY_URL ?? null,
    feedbackEmail: FEEDBACK_EMAIL ?? null,
    social: SOCIAL_LINKS.map((url) => ({ name: nameOf(url), url })),
  };
}

function nameOf(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return KNOWN_PLACES[host] ?? host;
}
