import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { type LetterName, letterTexts } from '#features/accounts/letters/letter-texts.ts';
import { localeCodes } from '#shared/locales.ts';
import { everyLetter } from '../../scripts/screenshots/every-letter.ts';
import es from '../../src/features/notifications/web/texts/es.json' with { type: 'json' };
import { newSite, type Site } from '../../src/testing/listen.ts';
import { accessibilityFaults, phone, visit } from '../visit.ts';

/** Every letter as a mail program on a phone draws it, with names and a title as long as they come. */
let site: Site;
beforeAll(async () => {
  site = await newSite();
});

const scene = {
  other: '남궁민수아름다운우리말선생님 김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리',
  kid: 'Wolfeschlegelsteinhausenbergerd',
  title:
    'Conversación avanzada sobre Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft y otros',
  classId: '0193a1b2-0000-7000-8000-000000000001',
  startsAt: new Date('2026-12-23T23:30:00Z'),
  appUrl: 'https://aprende.una-comunidad-con-un-nombre-largo.example',
};
const lettersIn = (locale: (typeof localeCodes)[number]) =>
  everyLetter({
    ...scene,
    reader: {
      locale,
      zone: 'America/Argentina/Buenos_Aires',
      now: new Date('2026-11-27T12:00:00Z'),
      userId: '0193a1b2-0000-7000-8000-000000000002',
      name: 'María Guadalupe Wolfeschlegelsteinhausenbergerdorff de la O',
    },
  });

/** Quotation marks, brackets or a colon with nothing where a value belongs. */
const emptyWords = /«\s*»|“\s*”|„\s*“|‘\s*’|\(\s*\)|（\s*）|:\s*[.。]| {2}/;
/** What is said of a kind without words, or with a value that is missing. */
const somethingNew = (locale: string): string =>
  JSON.parse(
    readFileSync(
      new URL(`../../src/features/notifications/web/texts/${locale}.json`, import.meta.url),
      'utf8',
    ),
  ).somethingNew;

it('everyLetter has each letter of accounts and each kind of notice', () => {
  const kinds = Object.entries(es.kinds).flatMap(([feature, texts]) =>
    Object.keys(texts).map((happened) => `${feature}.${happened.replace(/_(zero|one|other)$/, '')}`),
  );
  const accounts = (Object.keys(letterTexts.es.letters) as LetterName[]).map((name) => `accounts.${name}`);
  // A trial goes to devices alone.
  const wanted = new Set([...accounts, ...kinds, 'notifications.digest', 'notifications.for-guardian']);
  wanted.delete('notifications.trial');
  expect(new Set(lettersIn('es').map(({ kind }) => kind))).toEqual(wanted);
});

it.each(localeCodes)(
  'every letter in %s fits a phone, says all of it, and leads to the same places as its text',
  async (locale) => {
    const { page, end } = await visit(site, phone);
    await page.goto('/robots.txt');
    const letters = lettersIn(locale);
    const drawn = await page.evaluate(
      (htmls) =>
        htmls.map((html) => {
          document.open();
          document.write(html);
          document.close();
          const root = document.documentElement;
          const links = [...document.querySelectorAll('a')];
          return {
            lang: root.lang,
            beyond: root.scrollWidth - root.clientWidth,
            links: links.map(({ href }) => href),
            lowest: Math.min(...links.map((link) => link.getBoundingClientRect().height)),
            button: links[0]?.getBoundingClientRect().height ?? 0,
            words: document.body.textContent,
          };
        }),
      letters.map(({ html }) => html),
    );
    for (const [at, letter] of letters.entries()) {
      const shown = drawn[at];
      const name = `${letter.kind} in ${locale}`;
      expect(shown?.lang, name).toBe(locale);
      expect(shown?.beyond, name).toBe(0);
      // A guardian has no account to which a button could lead.
      if (letter.kind !== 'notifications.for-guardian')
        expect(shown?.button, `the button of ${name}`).toBeGreaterThanOrEqual(44);
      expect(shown?.lowest, `the links of ${name}`).toBeGreaterThanOrEqual(24);
      const inText = [...letter.text.matchAll(/^https?:\S+$/gm)].map(([link]) => new URL(link).href);
      expect(shown?.links, name).toEqual(inText);
      for (const words of [letter.subject, letter.text, shown?.words ?? '']) {
        expect(words, name).not.toMatch(emptyWords);
        expect(words, name).not.toMatch(/\{\{|undefined|NaN|Invalid|kinds\.|notifications:|letters\./);
      }
      expect(letter.text, name).not.toContain(somethingNew(locale));
    }
    await end();
  },
);

const everyPart = [
  'accounts.sign-in',
  'classes.cancelled',
  'notifications.digest',
  'notifications.for-guardian',
];

it('no letter has a fault that axe finds, and none of its parts in dark', async () => {
  const { page, end } = await visit(site, phone);
  await page.goto('/robots.txt');
  const faults: string[] = [];
  for (const { kind, html } of lettersIn('es')) {
    for (const colorScheme of everyPart.includes(kind)
      ? (['light', 'dark'] as const)
      : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.setContent(html);
      faults.push(
        ...(await accessibilityFaults(page, true)).map((fault) => `${kind} in ${colorScheme}: ${fault}`),
      );
    }
  }
  await page.emulateMedia({ colorScheme: null });
  expect(faults).toEqual([]);
  await end();
});
