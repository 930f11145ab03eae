import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it.each([phone, desktop])(
  'an administrator reads at %i pixels what a hidden page says since its teacher changed it, keeps it hidden, and later shows it again',
  async (width) => {
    const admin = await site.person({ role: 'admin' });
    const teacher = await site.person({ role: 'teacher', verified: true, name: `Ema Corregida ${width}` });
    await site.db
      .updateTable('teacherProfiles')
      .set({ pageHiddenAt: new Date(), pageHiddenReason: 'Vende cursos' })
      .where('userId', '=', teacher.id)
      .execute();
    const change = async (bio: string) =>
      expect((await site.request(teacher, 'PATCH', '/api/teachers/me', { bio })).status).toBe(200);
    await change('Compra mi otro curso.');
    const { page, end } = await visit(site, width, admin);
    await go(page, '/admin');
    await page.getByRole('link', { name: /página corregida por revisar/ }).click();
    await page.getByText('Vende cursos').waitFor();
    await page.getByText('Compra mi otro curso.').waitFor();
    // Its address answers 404.
    await expect.poll(() => page.getByRole('link', { name: teacher.name, exact: true }).count()).toBe(0);
    await expectWell(page);
    const menu = page.getByRole('button', { name: `Más sobre ${teacher.name}` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Mantener oculta' }).click();
    const dialog = page.getByRole('dialog', { name: `¿Mantener oculta la página de ${teacher.name}?` });
    await dialog.getByLabel('Motivo').fill('Todavía vende cursos');
    await expectWell(page);
    await dialog.getByRole('button', { name: 'Mantener oculta' }).click();
    await page.getByText('No hay páginas corregidas por revisar').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expectWell(page);

    await change('Doy clases de conversación, sin vender nada.');
    await page.getByText('Todavía vende cursos').waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Mostrar su página' }).click();
    await page.getByText('No hay páginas corregidas por revisar').waitFor();
    await end();
  },
);
