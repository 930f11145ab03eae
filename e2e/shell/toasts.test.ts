import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { addClass, minutesFromNow } from '../classes/organised-class.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, go, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a class that cannot be saved without a network says so once, although the list cannot be read either', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const id = await addClass(site, { title: 'Sin red', by: teacher, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, desktop, teacher, { mayBreak: true });
  await go(page, `/admin/classes?view=list&class=${id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Editar' }).click();
  await drawer.getByRole('textbox', { name: 'Descripción' }).fill('Otra.');
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[aria-label="Notifications"] [role=alert]'))
        said.add(toast.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  let reads = 0;
  await route(page, /\/api\/classes/, (asked) => asked.abort());
  await route(page, /\/api\/classes\/managed\?/, (asked) => {
    reads += 1;
    return asked.abort();
  });
  await drawer.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  // The first time and twice more.
  await expect.poll(() => reads).toBe(3);
  await expect.poll(() => drawer.getByRole('button', { name: 'Guardar cambios' }).isEnabled()).toBe(true);
  await unroute(page, /\/api\/classes/);
  await unroute(page, /\/api\/classes\/managed\?/);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  await page.getByText('Clase actualizada').waitFor();
  const said = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  expect(said.filter((words) => words.includes('No hay conexión'))).toEqual([
    'No se pudo actualizar la claseNo hay conexión. Revisa tu internet e intenta de nuevo.',
  ]);
  await end();
});

it('what a page notes and what went well interrupt no screen reader, and what failed does', async () => {
  const visitor = await visit(site, desktop);
  await go(visitor.page, '/auth?register=true');
  await visitor.page.getByRole('main').getByRole('note').first().waitFor();
  await expect.poll(() => visitor.page.getByRole('alert').count()).toBe(0);
  await visitor.end();

  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/profile');
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  const save = () => page.getByRole('button', { name: 'Guardar cambios' }).click();
  await seeFailureToast(
    page,
    { of: '**/profiles/me/handles', says: 'No se pudo actualizar el perfil' },
    save,
  );
  const region = page.getByRole('region', { name: 'Notifications' });
  const saved = region.getByRole('status').filter({ hasText: 'Perfil actualizado' });
  await Promise.all([saved.waitFor(), save()]);
  await end();
});
