import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectWell, go, phone, visit } from '../visit.ts';
import { fillSignIn } from './sign-in-form.ts';

/** A community that sends no mail and takes no payments: its people have to write. */
let site: Site;
beforeAll(async () => {
  site = await newSite({
    mail: 'none',
    payments: null,
    links: { whatsApp: '5215512345678', networks: {}, examples: false },
  });
});
afterAll(async () => {
  await site.close();
});

const contact = { name: /^Escríbenos por WhatsApp/ };
const chat = 'https://wa.me/5215512345678';

it('a person whose account is banned finds where to write below the refusal', async () => {
  const person = { name: 'Ana', email: 'ana@example.org', password: 'colibri-de-papel' };
  await site.request(null, 'POST', '/api/auth/sign-up/email', {
    ...person,
    zone: 'America/Bogota',
    locale: 'es',
  });
  const ban = { bannedAt: new Date(), banReason: 'Insultó en un club' };
  await site.db.updateTable('users').set(ban).where('email', '=', person.email).execute();
  const { page, end } = await visit(site, phone);
  await go(page, '/auth');
  await fillSignIn(page, person.email, 'otra-palabra');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('link', contact).count()).toBe(0);
  await fillSignIn(page, person.email, person.password);
  const refusal = page.getByRole('alert').filter({ hasText: 'Tu cuenta está suspendida.' });
  await expect.poll(() => refusal.getByRole('link', contact).getAttribute('href')).toBe(chat);
  await expectWell(page);
  await end();
});

it('a member finds where to write where nothing can be paid and no mail is sent', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/membership');
  const main = page.getByRole('main');
  await expect.poll(() => main.getByRole('link', contact).getAttribute('href')).toBe(chat);
  await expectWell(page);
  await end();
});
