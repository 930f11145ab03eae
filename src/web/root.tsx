// Must come first: it configures every schema that is made after it.
import './api/schemas-without-eval.ts';
import './ui/styles/mantine-styles.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/figtree/wght.css';
import './ui/styles/global.css';
import './ui/styles/print.css';
import './ui/styles/forced-colors.css';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { prerenderedId } from './prerender/prerendered-answers.ts';
import { printLight } from './print-light.ts';
import { PageChange } from './shell/page-change.tsx';
import { ChosenThemeColour, ThemeColour } from './theme-colour.tsx';
import { watchRefusedForms } from './ui/forms/focus-first-fault.ts';
import { LoadingState } from './ui/loading-state.tsx';
import { useLazyPart } from './ui/overlays/lazy-part.ts';
import { cssVariables } from './ui/styles/css-variables.ts';
import { theme } from './ui/theme.ts';
import { lazyToastRegion } from './ui/toasts/lazy-toast-region.ts';

export { RootErrorPage as ErrorBoundary } from './root-error-page.tsx';

export function links() {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', href: figtree, crossOrigin: 'anonymous' },
    { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
    // Phones take no SVG for an installed Sumi.
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ];
}

export function meta() {
  return [{ title: 'Sumi' }];
}

/** Beside the page, while it loads: the first format that is made in a browser blocks it. */
const makeFirstFormat = `try{new Worker('/first-format.js')}catch{}`;

// The document of a browser's build has them already (vite.config.ts).
const variables = (import.meta.env.SSR || import.meta.env.DEV) && { cssVariablesResolver: cssVariables };

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return (
    <html lang={i18n.resolvedLanguage} {...mantineHtmlProps} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColour />
        <Meta key={i18n.resolvedLanguage} />
        <Links />
        <ColorSchemeScript defaultColorScheme="auto" />
        <script dangerouslySetInnerHTML={{ __html: makeFirstFormat }} />
      </head>
      <body>
        <MantineProvider theme={theme} {...variables} defaultColorScheme="auto">
          {children}
          <ChosenThemeColour />
          <Toasts />
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Awaited here: in the document it would, as it arrives, draw every part of Mantine on the page once more. */
function Toasts() {
  const toasts = useLazyPart(lazyToastRegion, false);
  return toasts && <toasts.ToastRegion />;
}

/** What shows until the first page's code has arrived. */
export function HydrateFallback() {
  return (
    <>
      {/* Where the server puts a prerendered page; React leaves what it finds here as it is. */}
      <div id={prerenderedId} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      <div>
        <LoadingState full />
      </div>
    </>
  );
}

export default function Root() {
  useEffect(watchRefusedForms, []);
  useEffect(printLight, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <PageChange />
    </QueryClientProvider>
  );
}
