import type { MetaDescriptor } from '@remix-run/node';
import { rootFacts, type Matches } from './texts-in.ts';

/** The image of the cards that other sites show for a link to a public page. */
const CARD = { path: '/card.png', width: '1200', height: '630' };

interface PageHead {
  /** Created by `pageTitle`. */
  title: string;
  /** One or two sentences, for users who find the page by a search. */
  description: string;
  /** The path of the page itself, without filter parameters: `/models`. */
  path: string;
}

/** The head of a public page for search engines, and for sites that show a card for a link to it. */
export function pageHead(matches: Matches, { title, description, path }: PageHead): MetaDescriptor[] {
  const root = rootFacts(matches);
  if (!root) return [{ title }];
  const url = `${root.appUrl}${path}`;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: root.appTitle },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${root.appUrl}${CARD.path}` },
    { property: 'og:image:width', content: CARD.width },
    { property: 'og:image:height', content: CARD.height },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
