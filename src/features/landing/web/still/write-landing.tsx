import './landing-styles.css';
import '@fontsource-variable/figtree/wght.css';
import '#web/ui/styles/global.css';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import type { i18n as I18n } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { firstLocale, type Locale, localeCodes } from '#shared/locales.ts';
import { dayShapes } from '#web/i18n/day-shapes.ts';
import { i18n, setLanguage } from '#web/i18n/i18n.ts';
import { setLocaleCookie } from '#web/i18n/locale-cookie.ts';
import { writeOwnTimes } from '#web/i18n/write-own-times.ts';
import { ThemeColour } from '#web/theme-colour.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { cssVariables } from '#web/ui/styles/css-variables.ts';
import { theme } from '#web/ui/theme.ts';
import type { WriteLanding } from '../../contract.ts';
import classes from '../landing.module.css';
import { Challenge } from '../sections/challenge.tsx';
import { Clubs } from '../sections/clubs.tsx';
import { Features } from '../sections/features.tsx';
import { Footer } from '../sections/footer.tsx';
import { Hero } from '../sections/hero.tsx';
import { Partners } from '../sections/partners.tsx';
import { Plans } from '../sections/plans.tsx';
import { Testimonials } from '../sections/testimonials.tsx';
import { LandingContent, useLanding } from '../use-landing.ts';
import { beforeDrawing } from './before-drawing.ts';
import { anchors, StillBar } from './still-bar.tsx';
import { turnOn } from './turn-on.ts';

const speaking = new Map<Locale, I18n>();
for (const locale of localeCodes) {
  await setLanguage(locale);
  speaking.set(locale, i18n.cloneInstance({ lng: locale }));
}
await setLanguage(firstLocale);

/**
 * The landing page as HTML, in a language. The server runs this; the browser gets no script but the three that stand in
 * the page.
 */
export const writeLanding: WriteLanding = (content, parts) => {
  const inLocale = speaking.get(parts.locale) as I18n;
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={inLocale}>
      <LandingContent value={content}>
        <LandingDocument {...parts} />
      </LandingContent>
    </I18nextProvider>,
  );
  return `<!doctype html>${page}`;
};

const belowTheFold = [Features, Clubs, Challenge, Plans, Testimonials, Partners, Footer];

function LandingDocument({ locale, site, style, picture }: Parameters<WriteLanding>[1]) {
  const { t } = useTranslation('landing');
  const { daily, cup } = useLanding();
  const descriptions = cup
    ? (['meta.description', 'meta.sometimes'] as const)
    : (['meta.withoutCup', 'meta.sometimesWithoutCup'] as const);
  const description = t(descriptions[daily ? 0 : 1]);
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ColorSchemeScript defaultColorScheme="auto" />
        <Script run={beforeDrawing} with={localeCodes} />
        <Script run={setLocaleCookie} />
        <link rel="preload" as="font" type="font/woff2" href={figtree} crossOrigin="anonymous" />
        <link rel="stylesheet" href={style} />
        <title>{t('meta.title')}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={t('meta.title')} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <meta property="og:url" content={`${site}/${locale}`} />
        <meta property="og:image" content={`${site}${picture.path}`} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content={String(picture.width)} />
        <meta property="og:image:height" content={String(picture.height)} />
        <meta property="og:image:alt" content={t('meta.title')} />
        <meta name="twitter:card" content="summary_large_image" />
        <ThemeColour />
        <link rel="canonical" href={`${site}/${locale}`} />
        <link rel="alternate" hrefLang="x-default" href={`${site}/`} />
        {localeCodes.map((code) => (
          <link key={code} rel="alternate" hrefLang={code} href={`${site}/${code}`} />
        ))}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <StaticRouter location={`/${locale}`}>
            <StillBar />
            <main id="main" tabIndex={-1}>
              <div className={classes.returning}>
                <LoadingState />
              </div>
              <div className={classes.landing}>
                <Hero />
                {belowTheFold.map((Section) => (
                  <div key={Section.name} className={classes.later}>
                    <Section />
                  </div>
                ))}
              </div>
            </main>
          </StaticRouter>
        </MantineProvider>
        <Script run={writeOwnTimes} with={dayShapes(locale, 'near')} />
        <Script run={turnOn} with={anchors.map(({ to }) => to)} />
      </body>
    </html>
  );
}

/** A script that stands in the page: the source of `run`, called with the words that the page knows. */
function Script<Words>({ run, with: words }: { run: (words: Words) => void; with?: Words }) {
  return <script dangerouslySetInnerHTML={{ __html: `(${run})(${JSON.stringify(words)})` }} />;
}
