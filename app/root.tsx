import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { siteFacts } from './features/site/site-facts.server.ts';
import { ErrorPage } from './ui/errors/ErrorPage.tsx';
import { detectLocale } from './ui/i18n/detect.server.ts';
import { directionOf } from './ui/i18n/languages.ts';
import { pageTitle } from './ui/i18n/page-title.ts';
import { useRequestFacts } from './ui/i18n/request-facts.ts';
import { textsOf } from './ui/i18n/texts.server.ts';
import { useI18n } from './ui/i18n/use-i18n.ts';
import { PREFERENCES_PATH, readPreferences } from './ui/preferences/preferences.ts';
import { usePreference } from './ui/preferences/use-preference.ts';
import styles from './ui/styles/app.css?url';
import { takeFlash } from './ui/toasts/flash.server.ts';
import { ToastRegion } from './ui/toasts/ToastRegion.tsx';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The title of pages without their own, and of errors. */
export const meta: MetaFunction<typeof loader> = ({ matches, data, error }) => [
  { title: error ? pageTitle(matches, 'site:failed.title', error) : (data?.appTitle ?? 'Parlance') },
];

/**
 * Data that every page needs at its first byte. It reads no database, because an error page needs it, too.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const language = await detectLocale(request);
  const cookies = request.headers.get('cookie');
  const { flash, headers } = takeFlash(cookies);
  const preferences = readPreferences(cookies);
  return data(
    {
      language,
      texts: textsOf(language),
      preferences,
      flash,
      ...siteFacts(),
      requestId: context.requestId,
    },
    { headers },
  );
}

/** The texts are sent once per page, and again only when the user chose another language or theme. */
export function shouldRevalidate({ formAction }: ShouldRevalidateFunctionArgs): boolean {
  return formAction?.startsWith(PREFERENCES_PATH) ?? false;
}

/** The document around every page and around every error. */
export function Layout({ children }: { children: ReactNode }) {
  const page = useRouteLoaderData<typeof loader>('root');
  const facts = useRequestFacts();
  const language = page?.language ?? facts.language;
  const [theme] = usePreference('theme');
  const i18n = useI18n(language, page?.texts);
  // A browser hides a document's nonce from its scripts, so server and browser differ here.
  const script = { nonce: facts.nonce, suppressHydrationWarning: true };
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-theme={theme}
      data-request={page?.requestId ?? facts.requestId}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <Meta />
        <Links />
      </head>
      <body>
        <I18nextProvider i18n={i18n}>
          {children}
          {page && <ToastRegion flash={page.flash} />}
        </I18nextProvider>
        <ScrollRestoration {...script} />
        <Scripts {...script} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
