import { AsyncLocalStorage } from 'node:async_hooks';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import type { Account } from '#features/accounts/contract.ts';
import { accountQuery } from '#features/accounts/web/use-account.ts';
import { firstLocale, type Locale, localeCodes } from '#shared/locales.ts';
import type { AskAsReader, PageReader, PrerenderedPage, PrerenderModule } from '#shared/prerender.ts';
import { askThrough } from '../api/call.ts';
import { dayShapes } from '../i18n/day-shapes.ts';
import { i18n, setLanguage } from '../i18n/i18n.ts';
import { ReaderZone } from '../i18n/reader-zone.ts';
import { writeOwnTimes } from '../i18n/write-own-times.ts';
import type { PrerenderedAnswers } from '../prerender/prerendered-answers.ts';
import { replayInput } from '../prerender/replay-input.ts';
import { cssVariables } from '../ui/styles/css-variables.ts';
import { theme } from '../ui/theme.ts';
import { type PageToPrerender, pagesToPrerender } from './pages-to-prerender.ts';

/** One reader's questions never go with another's cookies, also while several pages wait for their answers. */
const asking = new AsyncLocalStorage<AskAsReader>();
askThrough((address, request) => {
  const ask = asking.getStore();
  if (!ask) throw new Error(`${address} is asked for no reader.`);
  return ask(address, request);
});

for (const locale of localeCodes) await setLanguage(locale);
await setLanguage(firstLocale);

/** The pages of visitors, each until an answer changes. */
const written = new Map<string, { from: string; page: PrerenderedPage }>();

export const addresses: PrerenderModule['addresses'] = {
  visitor: Object.keys(pagesToPrerender.visitor),
  member: Object.keys(pagesToPrerender.member),
};

export const prerender: PrerenderModule['prerender'] = async ({ reader, address, search, locale }, ask) => {
  const page: PageToPrerender | undefined = pagesToPrerender[reader][address];
  if (!page) return null;
  const asked = withoutInvitation(search);
  const begin = page.begins === 'any' ? asked : page.begins.find((begin) => begin === asked);
  if (begin === undefined) return null;
  const answered = await asking.run(ask, () => answersOf(page, reader));
  if (!answered) return null;
  const { client, account } = answered;
  const answers: PrerenderedAnswers = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
  const what = { page, address, begin, client, answers, account };
  if (account) return write({ ...what, locale: account.locale });

  // How long a season still lasts is said in days, and a day ends with an hour.
  const from = `${new Date().toISOString().slice(0, 13)} ${JSON.stringify(answers)}`;
  const key = `${locale} ${address}${begin}`;
  const cached = written.get(key);
  if (cached?.from === from) return cached.page;
  const made = await write({ ...what, locale });
  written.set(key, { from, page: made });
  return made;
};

async function write({
  page: {
    frame: Frame,
    layouts = [],
    page: { default: Page, meta, handle },
    ownBeginning,
    notIn = '',
  },
  address,
  begin,
  locale,
  client,
  answers,
  account,
}: {
  page: PageToPrerender;
  address: string;
  begin: string;
  locale: Locale;
  client: QueryClient;
  answers: PrerenderedAnswers;
  account: Account | null;
}): Promise<PrerenderedPage> {
  const ofPage: RouteObject = { path: address, element: <Page />, handle };
  const routes = [Frame, ...layouts].reduceRight<RouteObject[]>(
    (children, Layout) => [{ element: <Layout />, children }],
    [ofPage],
  );
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
      <QueryClientProvider client={client}>
        <ReaderZone value={account?.zone ?? null}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </ReaderZone>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const own = account ? (ownBeginning?.(account.id) ?? '') : '';
  const body = [
    `<script>(${replayInput})(${JSON.stringify(own)}, ${JSON.stringify(notIn)})</script>`,
    // A form sends nothing before the application is there: one of a dialog, outside of any, goes nowhere.
    html.replaceAll('<form ', '<form method="dialog" '),
    // Those of a member are in the zone of their profile.
    !account && `<script>(${writeOwnTimes})(${JSON.stringify(dayShapes(locale, 'medium'))})</script>`,
    `<script type="application/json">${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`,
  ];
  return { locale, title, ...(description && { description }), body: body.filter(Boolean).join('') };
}

/** Null where one is not answered, as while the database is away, or where the server refuses it to this reader. */
async function answersOf(
  page: PageToPrerender,
  reader: PageReader,
): Promise<{ client: QueryClient; account: Account | null } | null> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  try {
    const { account } = await client.fetchQuery(accountQuery);
    // A session may have ended.
    if ((account === null) !== (reader === 'visitor')) return null;
    if (account && page.isFor?.(account) === false) return null;
    await Promise.all(page.ask(client));
    return { client, account };
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
