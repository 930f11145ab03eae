import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import * as authPage from '#features/accounts/web/enter/auth-page.tsx';
import { demoSignInsQuery } from '#features/accounts/web/enter/demo-sign-ins.tsx';
import { signInRulesQuery } from '#features/accounts/web/sign-in-rules.ts';
import { accountQuery } from '#features/accounts/web/use-account.ts';
import * as rankingPage from '#features/cup/web/board/ranking-page.tsx';
import { cupBoard, cupSeasons } from '#features/cup/web/queries.ts';
import * as quizPage from '#features/quiz/web/quiz/quiz-page.tsx';
import { firstLocale, type Locale, localeCodes } from '#shared/locales.ts';
import type { AskAsVisitor, WritesAhead, WrittenPage } from '#shared/write-ahead.ts';
import type { AnswersAhead } from '../ahead/answers-ahead.ts';
import { standIn } from '../ahead/stand-in.ts';
import { askThrough } from '../api/call.ts';
import { dayShapes } from '../i18n/day-shapes.ts';
import { i18n, speak } from '../i18n/i18n.ts';
import { writeOwnTimes } from '../i18n/write-own-times.ts';
import type { pageMeta } from '../page-meta.ts';
import { cssVariables } from '../ui/css-variables.ts';
import { theme } from '../ui/theme.ts';
import PublicLayout from './public-layout.tsx';
import UserLayout from './user-layout.tsx';

type Page = {
  /** The ways in which the page begins, by the search of its address. */
  begins: readonly string[];
  frame: ComponentType;
  page: { default: ComponentType; meta(): ReturnType<typeof pageMeta> };
  /** What it asks the server before it is whole. */
  ask(client: QueryClient): Promise<unknown>[];
};

/** The pages that a visitor reads before any script has run, each in the frame that `routes.ts` puts it in. */
const pages: Record<string, Page> = {
  '/auth': {
    begins: ['', '?register=true'],
    frame: PublicLayout,
    page: authPage,
    ask: (client) => [
      client.fetchQuery(accountQuery),
      client.fetchQuery(signInRulesQuery),
      client.fetchQuery(demoSignInsQuery),
    ],
  },
  '/quiz': {
    begins: [''],
    frame: PublicLayout,
    page: quizPage,
    ask: (client) => [client.fetchQuery(accountQuery)],
  },
  '/ranking': {
    begins: [''],
    frame: UserLayout,
    page: rankingPage,
    ask: (client) => [
      client.fetchQuery(accountQuery),
      client.fetchQuery(cupSeasons),
      client.fetchInfiniteQuery(cupBoard({ season: '', language: '', order: 'xp' })),
    ],
  },
};

for (const locale of localeCodes) await speak(locale);
await speak(firstLocale);

const written = new Map<string, { from: string; page: WrittenPage }>();

export const addresses: WritesAhead['addresses'] = Object.keys(pages);

export const writeAhead: WritesAhead['writeAhead'] = async ({ address, search, locale }, ask) => {
  const page = pages[address];
  const begin = page?.begins.find((begin) => begin === withoutInvitation(search));
  if (!page || begin === undefined) return null;
  const answered = await answersOf(page, ask);
  if (!answered) return null;
  const answers: AnswersAhead = answered
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
  // How long a season still lasts is said in days, and a day ends with an hour.
  const from = `${new Date().toISOString().slice(0, 13)} ${JSON.stringify(answers)}`;
  const key = `${locale} ${address}${begin}`;
  const known = written.get(key);
  if (known?.from === from) return known.page;

  const made = await write(page, { address, begin, locale, answered, answers });
  written.set(key, { from, page: made });
  return made;
};

async function write(
  { frame: Frame, page: { default: Page, meta } }: Page,
  {
    address,
    begin,
    locale,
    answered,
    answers,
  }: { address: string; begin: string; locale: Locale; answered: QueryClient; answers: AnswersAhead },
): Promise<WrittenPage> {
  const routes = [{ element: <Frame />, children: [{ path: address, element: <Page /> }] }];
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://sumi${address}${begin}`));
  if (context instanceof Response) throw new Error(`${address}${begin} leads elsewhere.`);
  // From here on nothing is waited for, so that the language stays.
  void i18n.changeLanguage(locale);
  const tags = meta();
  const title = tags.find((tag) => 'title' in tag)?.title ?? 'Sumi';
  const description = tags.find((tag) => 'content' in tag)?.content;
  const html = renderToStaticMarkup(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // The application's shell has them.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={answered}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const body = [
    `<script>(${standIn})()</script>`,
    // A form sends nothing before the application is there: one of a dialog, outside of any, goes nowhere.
    html.replaceAll('<form ', '<form method="dialog" '),
    `<script>(${writeOwnTimes})(${JSON.stringify(dayShapes(locale))})</script>`,
    `<script type="application/json">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`,
  ];
  return { title, ...(description && { description }), body: body.join('') };
}

/** Null where one is not answered, as while the database is away. */
async function answersOf(page: Page, ask: AskAsVisitor): Promise<QueryClient | null> {
  askThrough(ask);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  try {
    await Promise.all(page.ask(client));
    return client;
  } catch {
    return null;
  }
}

/** A person who passes on an address may have their code of invitation in it, of which the page shows nothing. */
function withoutInvitation(search: string): string {
  const left = new URLSearchParams(search);
  left.delete('invitation');
  return left.size > 0 ? `?${left}` : '';
}
