import { afterAll, beforeAll, expect, it } from 'vitest';
import { askGuardian } from '../../src/features/accounts/guardian/ask-guardian.ts';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a student who says they are a kid names a guardian, whose consent opens the live classes', async () => {
  const person = await site.person({ name: 'Luz' });
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('dialog', { name: '¿Para quién es esta cuenta?' }).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Soy niña o niño' }).click();
  await page.getByLabel('Correo de tu mamá, papá o tutor').fill('mama@example.org');
  const ask = () => page.getByRole('button', { name: 'Pedir permiso' }).click();
  await seeFailureToast(page, { of: '**/api/people/me/age', says: 'No se pudo guardar' }, ask);
  await ask();
  await page.getByText('Falta el permiso de tu mamá, papá o tutor').waitFor();
  await page.getByText('Tus clases en vivo empiezan cuando', { exact: false }).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Pedirlo otra vez' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  // Loaded by its address, the page has no texts that another has fetched.
  const id = await insertClass(site.db, await site.person({ role: 'teacher', verified: true }), {
    targetAudience: 'kid',
    startsAt: new Date(Date.now() + 48 * 3600_000),
  });
  await page.goto(`/classes/${id}`);
  await page.getByRole('main').getByText('Falta el permiso de tu mamá', { exact: false }).nth(1).waitFor();

  const letter = (await site.letters()).find(({ to }) => to === 'mama@example.org');
  const token = /#token=(\S+)/.exec(letter?.text ?? '')?.[1];
  await go(page, `/auth/guardian#token=${token}`);
  await page.getByRole('heading', { name: 'Permiso para Luz' }).waitFor();
  await expectWell(page);
  const busy = { status: 429, json: { code: 'http/too-many', message: '', requestId: 'r-1' } };
  await route(page, '**/api/accounts/links/follow', (asked) => asked.fulfill(busy));
  await page.getByRole('button', { name: 'Doy mi permiso' }).click();
  await page.getByRole('alert').filter({ hasText: 'Demasiados intentos' }).waitFor();
  await unroute(page, '**/api/accounts/links/follow');
  await page.getByRole('button', { name: 'Doy mi permiso' }).click();
  await page.getByText('Luz ya puede inscribirse en clases en vivo.').waitFor();
  await end();
});

it('a guardian refuses on the page of the letter, which says what that means, and the kid is told', async () => {
  const kid = await site.person({ name: 'Noé', ageGroup: 'kid' });
  await askGuardian(await site.ctxFor(kid), kid.id, 'papa@example.org');
  const letter = (await site.letters()).find(({ to }) => to === 'papa@example.org');
  const { page, end } = await visit(site, phone);
  await go(page, `/auth/guardian#token=${/#token=(\S+)/.exec(letter?.text ?? '')?.[1]}`);
  await page.getByRole('link', { name: 'No doy permiso' }).click();
  await page.getByRole('heading', { name: 'No dar permiso a Noé' }).waitFor();
  await page.getByText('Noé no entra a clases en vivo.').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'No doy permiso' }).click();
  await page.getByText('Noé no tiene permiso para las clases en vivo.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Este enlace no abrió' }).waitFor();
  await end();

  const own = await visit(site, phone, kid);
  await go(own.page, '/dashboard');
  await own.page.getByText('No tienes permiso para las clases en vivo.').waitFor();
  await own.end();
});

it('a student who says they are a kid is shown the videos for kids at once, where another began to play', async () => {
  const person = await site.person({ name: 'Luz' });
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  await insertVideo(site.db, { title: 'Para niños', isForKids: true });
  await insertVideo(site.db, { title: 'Para adultos', isForKids: false });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/feed');
  await page.getByRole('article').getByText('Para adultos').waitFor();
  await page.getByRole('button', { name: 'Soy niña o niño' }).click();
  await page.getByRole('button', { name: 'No sé su correo ahora' }).click();
  await page.getByRole('article').getByText('Para niños').waitFor();
  await expect.poll(() => page.getByText('Para adultos').count()).toBe(0);
  await end();
});

it('a child who does not know the guardian’s address is a kid all the same, and names them later', async () => {
  const person = await site.person({ name: 'Luz' });
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('button', { name: 'Soy niña o niño' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Quién te cuida?' });
  await dialog.getByLabel('Correo de tu mamá, papá o tutor').press('Escape');
  await expectWell(page);
  // Closed here, the account would stay an adult's.
  await expect.poll(() => dialog.getByRole('button', { name: 'Ahora no' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'No sé su correo ahora' }).click();
  await page.getByText('Dinos su correo y le escribimos.').waitFor();
  const { ageGroup } = await site.db
    .selectFrom('profiles')
    .select('ageGroup')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(ageGroup).toBe('kid');
  await page.getByRole('button', { name: 'Pedir permiso' }).click();
  await page.getByLabel('Correo de tu mamá, papá o tutor').fill('papa@example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'Pedir permiso' }).click();
  await page.getByText('Le escribimos a papa@example.org.').first().waitFor();
  await end();
});
