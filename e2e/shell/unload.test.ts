import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { addClass, minutesFromNow } from '../classes/organised-class.ts';
import { desktop, visit } from '../visit.ts';

/** What is asked when the page itself goes away. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('the browser asks before a reload, or going back from the first page of the tab, throws away what is typed of a class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Clase del primer vistazo';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, desktop, teacher);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  const leave = { back: () => history.back(), reload: () => location.reload() };
  const expectAsked = async (way: () => void, field: Locator, text: string) => {
    const before = asked.length;
    await page.evaluate(way);
    await expect.poll(() => asked.length).toBe(before + 1);
    expect(asked.at(-1)).toBe('beforeunload');
    await expect.poll(() => field.inputValue()).toBe(text);
  };
  await page.goto(`/admin/classes?class=${id}`);
  const drawer = page.getByRole('dialog', { name: title });
  await drawer.getByRole('button', { name: 'Editar', exact: true }).click();
  const description = drawer.getByRole('textbox', { name: 'Descripción' });
  await description.fill('A medio escribir');
  await expectAsked(leave.back, description, 'A medio escribir');
  await expectAsked(leave.reload, description, 'A medio escribir');
  await drawer.getByRole('button', { name: 'Dejarla como está' }).click();
  await drawer.getByRole('button', { name: 'Editar', exact: true }).waitFor();
  await page.reload();
  expect(asked).toHaveLength(2);

  await page.goto('/admin/classes?new=');
  const name = page.getByRole('region', { name: 'Nueva clase' }).getByLabel('Título');
  await name.click();
  await name.fill('Club a medias');
  await expectAsked(leave.reload, name, 'Club a medias');
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => dialog.accept());
  await end();
});

it('a teacher who stays with a half-typed class can leave for the landing page after all', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { page, end } = await visit(site, desktop, teacher);
  await page.goto('/admin/classes?new=');
  const name = page.getByRole('region', { name: 'Nueva clase' }).getByLabel('Título');
  await name.click();
  await name.fill('Club a medias');
  let stays = true;
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    return stays ? dialog.dismiss() : dialog.accept();
  });
  const home = page.getByRole('link', { name: 'Sumi', exact: true });
  await home.click();
  await expect.poll(() => asked).toBe(1);
  await expect.poll(() => name.inputValue()).toBe('Club a medias');
  await expect.poll(() => page.getByRole('progressbar', { name: 'Cargando' }).count()).toBe(0);
  stays = false;
  await home.click();
  await page.waitForURL(`${site.url}/`);
  await end();
});

it('a menu asks before it drops a half-typed class, and the form keeps a changed copy that is closed', async () => {
  const host = await site.person({ role: 'admin' });
  const id = await addClass(site, { title: 'Club original', by: host, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, desktop, host);
  await page.goto(`/admin/classes?new=&copy=${id}`);
  const form = page.getByRole('region', { name: 'Nueva clase' });
  const name = form.getByLabel('Título');
  await expect.poll(() => name.inputValue()).toBe('Club original');
  await name.fill('Copia a medias');
  await page.getByRole('button', { name: 'Cerrar formulario' }).click();
  await form.waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => name.inputValue()).toBe('Copia a medias');
  await page.getByRole('link', { name: 'Estudiantes' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect.poll(() => name.inputValue()).toBe('Copia a medias');
  await page.getByRole('link', { name: 'Estudiantes' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.waitForURL('**/admin/students');
  await end();
});
