import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { expectWell, phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
  const teacher = await site.person({ role: 'teacher', verified: true });
  await site.db
    .insertInto('classes')
    .values(
      [1, 2].map((day) => ({
        kind: 'club',
        title: `Club de viajes ${day}`,
        description: 'Hablamos de viajes.',
        startsAt: new Date(Date.now() + day * 24 * 60 * 60_000),
        createdBy: teacher.id,
        language: 'fr',
        level: 'intermediate',
        maxStudents: 6,
      })),
    )
    .execute();
});
afterAll(async () => {
  await site.close();
});

it('a visitor makes a plan, signs up, and the profile has the answers', async () => {
  const { page, end } = await visit(site, phone);
  const pick = async (role: 'radio' | 'checkbox', name: string) =>
    page.getByRole(role, { name, exact: true }).click({ force: true });
  const onward = page.getByRole('button', { name: 'Continuar' });
  const next = () => onward.click();

  await page.goto('/quiz/plan');
  await page.getByText('Pregunta 1 de 6').waitFor();
  expect(await onward.isDisabled()).toBe(true);
  await pick('radio', 'Francés');
  await expectWell(page);
  await next();
  await page.getByText('¡Gran comienzo!').waitFor();
  await pick('radio', 'Intermedio Me defiendo, pero me cuesta soltarme.');
  await next();
  await pick('checkbox', 'Viajar');
  await pick('checkbox', 'Trabajo');
  await next();
  await pick('checkbox', 'En grupo');
  await expectWell(page);
  await next();
  await pick('radio', 'De 15 a 30 minutos');
  await next();
  await page.getByText('Pregunta 6 de 6').waitFor();
  await pick('checkbox', 'Clubes de conversación');

  // Neither a reload nor the way back loses anything.
  await page.reload();
  await page.getByText('Pregunta 6 de 6').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Clubes de conversación' }).isChecked()).toBe(true);
  await page.goBack();
  await page.getByText('Pregunta 5 de 6').waitFor();
  expect(await page.getByRole('radio', { name: 'De 15 a 30 minutos' }).isChecked()).toBe(true);
  await next();
  await next();

  await page.getByText('Último paso').waitFor();
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByText('Error en el formulario').waitFor();
  await page.getByText('El nombre debe tener al menos 2 caracteres').waitFor();
  await page.getByText('Elige tu país').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByLabel('Nombre').fill('Ximena Ruiz');
  await page.getByLabel('Correo electrónico').fill(`ximena@example.org`);
  await page.getByRole('combobox', { name: 'País' }).fill('Colombia');
  await page.reload();
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ximena Ruiz');
  await expectWell(page);
  await page.getByRole('button', { name: 'Ver mi plan' }).click();

  await page.getByRole('heading', { name: 'Ximena, este es tu plan' }).waitFor();
  await page.getByText('Club de viajes 1').waitFor();
  await page.getByText('2 encuentros en vivo').waitFor();
  await expectWell(page);
  await page.reload();
  await page.getByText('Club de viajes 2').waitFor();

  await page.getByRole('link', { name: 'Registrarme y Comenzar' }).click();
  await page.waitForURL('**/auth?register=true');
  await page.getByLabel('Nombre').fill('Ximena Ruiz');
  await page.getByLabel('Correo electrónico').fill(`ximena@example.org`);
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.waitForURL('**/feed');
  await page.getByText('Tu plan quedó en tu perfil').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('quizPlan'))).toBeNull();

  await page.goto('/profile');
  for (const said of ['Francés', 'Viajar', 'En grupo', 'De 15 a 30 minutos', 'Clubes de conversación']) {
    await page.getByText(said, { exact: true }).first().waitFor();
  }
  expect(await site.db.selectFrom('quizLeads').select('email').execute()).toContainEqual({
    email: `ximena@example.org`,
  });
  await end();
});

it('somebody who has an account already signs in after making a plan, and both are kept', async () => {
  const [email, password] = [`vuelve@example.org`, 'colibri-de-papel'];
  await site.request(null, 'POST', '/api/auth/sign-up/email', { name: 'Vuelve', email, password });
  const owner = site.db.selectFrom('users').select('id').where('email', '=', email);
  await site.db
    .updateTable('profiles')
    .set({ languages: ['ko'] })
    .where('userId', '=', owner)
    .execute();
  const { page, end } = await visit(site, phone);
  await page.goto('/quiz/plan');
  for (const value of ['fr', 'intermediate', 'fun', 'media', '1-2', 'async']) {
    await page.locator(`input[value="${value}"]`).click({ force: true });
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await page.getByLabel('Nombre').fill('Vuelve');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('combobox', { name: 'País' }).fill('Chile');
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByRole('heading', { name: 'Vuelve, este es tu plan' }).waitFor();
  await page.getByRole('link', { name: 'Registrarme y Comenzar' }).click();
  await page.getByRole('tab', { name: 'Iniciar sesión' }).click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByRole('tabpanel').getByRole('button').last().click();
  await page.getByText('Tu plan quedó en tu perfil').waitFor();
  expect(
    await site.db
      .selectFrom('profiles')
      .select(['languages', 'level', 'goals', 'availableTime', 'modality'])
      .where('userId', '=', owner)
      .executeTakeFirst(),
  ).toEqual({
    languages: ['fr', 'ko'],
    level: 'intermediate',
    goals: ['fun'],
    availableTime: '1-2',
    modality: ['async'],
  });
  await end();
});

it('the signed-in begin from their profile and are asked for no contact', async () => {
  const person = await site.person({ name: 'Ana Sofía', languages: ['fr'] });
  const { page, end } = await visit(site, phone, person);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Mi plan personal' }).click();
  await page.getByText('Pregunta 1 de 6').waitFor();
  await page.locator('input[value="fr"]:checked').waitFor({ state: 'attached' });
  for (const value of ['fr', 'intermediate', 'fun', 'media', '5-10']) {
    await page.locator(`input[value="${value}"]`).click({ force: true });
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await page.locator('input[value="club"]').click({ force: true });
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByRole('heading', { name: 'Ana, este es tu plan' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Ana, este es tu plan' }).waitFor();
  await page.getByRole('link', { name: 'Apartar mi lugar' }).click();
  await page.waitForURL('**/classes');
  await end();
});
