import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, go, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a screen reader is told how many the filters of a list leave, after each change of them and not as the page opens', async () => {
  const admin = await site.person({ role: 'admin', name: 'Adela Administra' });
  for (const name of ['Ana Ruiz', 'Ana Sosa', 'Luis Paz']) await site.person({ name });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students');
  await page.getByRole('button', { name: 'Luis Paz', exact: true }).waitFor();
  const told = page.getByRole('search').getByRole('status');
  await expect.poll(() => told.textContent()).toBe('');
  await page.getByLabel('Buscar').fill('ana');
  await expect.poll(() => told.textContent()).toBe('2 resultados');
  const role = page.getByRole('search').getByLabel('Rol');
  await role.selectOption('Profesor');
  await expect.poll(() => told.textContent()).toBe('Sin resultados');
  await role.selectOption('Estudiante');
  await expect.poll(() => told.textContent()).toBe('2 resultados');
  await end();
});

it('a screen reader is told that a filter leaves more than a list has read so far', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 86_400_000);
  for (let at = 0; at < 60; at += 1) await insertClass(site.db, teacher, { startsAt, language: 'fr' });
  const { page, end } = await visit(site, desktop, teacher);
  await go(page, '/admin/classes?view=list');
  await page.getByRole('button', { name: 'Ver más clases' }).waitFor();
  const told = page.getByRole('search').getByRole('status');
  await expect.poll(() => told.textContent()).toBe('');
  await page.getByRole('search').getByLabel('Idioma').selectOption('Francés');
  await expect.poll(() => told.textContent()).toMatch(/^Más de \d+ resultados$/);
  await end();
});
