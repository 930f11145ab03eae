import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { communityPicture } from '#features/sharing/preview/picture-address.ts';
import type { Api } from '#server/http/api.ts';
import { answerPage, type Page, packPage } from '#server/pages/answer-page.ts';
import { localeOfDevice } from '#server/pages/reader-locale.ts';
import { type Locale, localeCodes } from '#shared/locales.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { readLanding, type WriteLanding } from './contract.ts';

/** What the page says while the content cannot be read and never was. */
const noContent: AnswerOf<typeof readLanding> = {
  clubsThisWeek: 0,
  clubsByDay: [0, 0, 0, 0, 0, 0, 0],
  languages: 0,
  nextClubs: [],
  clubSeats: 6,
  plans: [],
  opens: { free: 0, basic: 0, premium: 0, vip: 0 },
  cup: false,
  prizes: [],
  links: { whatsApp: '', examples: false, networks: {} },
  quotes: [],
};

/**
 * Serves the landing page, written out with what is on it: an address for each language, and `/` in the first language
 * of the browser that there is. A page is written again when its content has changed; while that cannot be read, as
 * when the database is away, the page stays as it was.
 */
export async function serveLanding(
  api: Api,
  { build, site }: { build: string; site: string },
): Promise<void> {
  const module = pathToFileURL(path.join(build, 'landing/write-landing.js')).href;
  const { writeLanding } = (await import(module)) as { writeLanding: WriteLanding };
  const [stylesheet] = globSync('assets/*.css', { cwd: path.join(build, 'landing') });
  const written = new Map<Locale, { from: string; page: Page }>();

  const pageIn = async (locale: Locale): Promise<Page> => {
    const answer = await api.request(readLanding.path);
    const cached = written.get(locale);
    if (!answer.ok && cached) return cached.page;
    const content = answer.ok ? await answer.text() : JSON.stringify(noContent);
    // The footer names the year.
    const from = `${new Date().getFullYear()} ${content}`;
    if (cached?.from === from) return cached.page;
    const html = writeLanding(JSON.parse(content), {
      locale,
      site,
      style: `/${stylesheet}`,
      picture: communityPicture(locale),
    });
    const page = packPage(html, 'Accept-Encoding, Accept-Language');
    written.set(locale, { from, page });
    return page;
  };

  api.get('/', async (c) => answerPage(c, await pageIn(localeOfDevice(c))));
  for (const locale of localeCodes) api.get(`/${locale}`, async (c) => answerPage(c, await pageIn(locale)));
}
