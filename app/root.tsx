import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from '@remix-run/react';
import { TEXTS_ELEMENT } from './ui/i18n/browser.ts';
import { detectLocale } from './ui/i18n/detect.server.ts';
import { directionOf } from './ui/i18n/languages.ts';
import { textsOf } from './ui/i18n/texts.server.ts';
import styles from './ui/styles/app.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const language = await detectLocale(request);
  return { language, texts: textsOf(language), nonce: context.nonce };
}

export default function Root() {
  const { language, texts, nonce } = useLoaderData<typeof loader>();
  return (
    <html lang={language} dir={directionOf(language)} data-language={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <script
          type="application/json"
          id={TEXTS_ELEMENT}
          dangerouslySetInnerHTML={{ __html: JSON.stringify(texts).replaceAll('<', '\\u003c') }}
        />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
