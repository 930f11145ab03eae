import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { openContext } from '../../src/testing/chromium.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, expectWell, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it.each([
  ['pt-BR', 'pt', 'Começar grátis'],
  ['ko-KR', 'ko', '무료로 시작하기'],
  ['ja-JP', 'es', 'Comenzar gratis'],
])('a visitor whose device speaks %s reads %s', async (locale, lang, start) => {
  const { context, end } = await visit(site, desktop);
  const other = await openContext(context.browser() as Browser, { locale, baseURL: site.url });
  const page = await other.newPage();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: start }).first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(lang);
  await other.close();
  await end();
});

it('the browser remembers another language, and the next visit opens in it without a flash of Spanish', async () => {
  const { page, context, end } = await visit(site, phone);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Idioma de la página' }).selectOption('de');
  await page.waitForURL('**/de');
  await page.getByRole('heading', { level: 1, name: /Sprachen/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expectWell(page);

  const next = await context.newPage();
  const shown: string[] = [];
  await next.exposeFunction('show', (lang: string) => shown.push(lang));
  await next.addInitScript(() => {
    requestAnimationFrame(() =>
      (window as unknown as { show(lang: string): void }).show(
        document.body ? document.documentElement.lang : '',
      ),
    );
  });
  await next.goto('/');
  await next.waitForURL('**/de');
  await next.getByRole('heading', { level: 1, name: /Sprachen/ }).waitFor();
  expect(shown).not.toContain('es');
  // The pages of the application speak it too.
  await next.getByRole('main').getByRole('link', { name: 'Gratis starten' }).first().click();
  await next.waitForURL('**/quiz');
  await expect.poll(() => next.evaluate(() => document.documentElement.lang)).toBe('de');
  await end();
});

it('each language has an address, which search engines find, and a page with at most 10 kB of script', async () => {
  for (const locale of localeCodes) {
    const html = await (await fetch(`${site.url}/${locale}`)).text();
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).toContain(`<link rel="canonical" href="${site.url}/${locale}"/>`);
    for (const other of localeCodes) {
      expect(html).toContain(`<link rel="alternate" hrefLang="${other}" href="${site.url}/${other}"/>`);
    }
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(picture).toContain(`${site.url}/previews/i/${locale}.png?v=`);
    const drawn = await fetch(picture);
    expect(drawn.headers.get('content-type')).toBe('image/png');
    expect((await drawn.arrayBuffer()).byteLength).toBeLessThan(300_000);
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.map(([, attributes]) => attributes).join()).not.toContain('src=');
    expect(scripts.map(([, , source]) => source).join('').length).toBeLessThan(10_000);
    expect(html).not.toMatch(/rel="modulepreload"|[a-z]+\.[a-z]+\.[a-zA-Z.]+<\//);
  }
});
