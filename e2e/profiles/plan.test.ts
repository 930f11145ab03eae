import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, press, settle, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
  const teacher = await site.person({ role: 'teacher', verified: true });
  await site.db
    .insertInto('classes')
    .values(
      [1, 2, 3, 4, 5, 6].map((day) => ({
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

/** The message of each of the six questions, in their order. */
const messages = [
  '¡Gran comienzo! Ya diste el primer paso.',
  '¡Vas muy bien! Cada idioma abre una puerta.',
  '¡Buen ritmo! Con un motivo se llega más lejos.',
  '¡Mitad del camino! Tu plan va tomando forma.',
  '¡Casi, casi! Poco a poco se llega lejos.',
  '¡Última pregunta! Tu plan ya casi está listo.',
];

it('a visitor makes a plan with a message at each of its six questions, signs up, and the profile has the answers', async () => {
  const { page, end } = await visit(site, phone);
  const pick = async (role: 'radio' | 'checkbox', name: string) =>
    press(page.getByRole(role, { name, exact: true }));
  const onward = page.getByRole('button', { name: 'Continuar' });
  const next = () => onward.click();
  const expectMessage = (question: number) =>
    page
      .getByRole('status')
      .filter({ hasText: messages[question - 1] })
      .waitFor();

  await go(page, '/quiz/plan');
  await page.getByText('Pregunta 1 de 6').waitFor();
  await expect.poll(() => onward.isDisabled()).toBe(true);
  await expectMessage(1);
  await pick('radio', 'Francés');
  await expectWell(page);
  await next();
  await expectMessage(2);
  await pick('radio', 'Intermedio Me defiendo, pero me cuesta soltarme.');
  await next();
  await expectMessage(3);
  await pick('checkbox', 'Viajar');
  await pick('checkbox', 'Trabajo');
  await next();
  await expectMessage(4);
  await pick('checkbox', 'En grupo');
  await expectWell(page);
  await next();
  await expectMessage(5);
  await pick('radio', 'De 15 a 30 minutos');
  await next();
  await page.getByText('Pregunta 6 de 6').waitFor();
  await expectMessage(6);
  await pick('checkbox', 'Clubes de conversación');

  // Neither a reload nor the back button loses an answer.
  await page.reload();
  await page.getByText('Pregunta 6 de 6').waitFor();
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Clubes de conversación' }).isChecked())
    .toBe(true);
  await page.goBack();
  await page.getByText('Pregunta 5 de 6').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'De 15 a 30 minutos' }).isChecked()).toBe(true);
  await next();
  await next();

  await page.getByText('Último paso').waitFor();
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByText('Error en el formulario').waitFor();
  await page.getByText('El nombre debe tener al menos 2 caracteres').waitFor();
  await page.getByText('Elige tu país').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByLabel('Nombre').fill('Ximena Ruiz');
  await page.getByLabel('Correo electrónico').fill('ximena@example.org');
  await page.getByRole('combobox', { name: 'País' }).fill('Colombia');
  await page.reload();
  await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Ximena Ruiz');
  await expectWell(page);
  await page.getByRole('button', { name: 'Ver mi plan' }).click();

  await page.getByRole('heading', { name: 'Ximena, este es tu plan' }).waitFor();
  await page.getByText('Club de viajes 1').waitFor();
  await page.getByText('2 encuentros en vivo').waitFor();
  await page.getByText('Club de viajes 4').waitFor();
  await expect.poll(() => page.getByText('Club de viajes 5').count()).toBe(0);
  await expectWell(page);
  await page.getByRole('button', { name: 'Ver 2 más' }).click();
  await page.getByText('Club de viajes 6').waitFor();
  await page.getByRole('button', { name: 'Ver 2 más' }).waitFor({ state: 'detached' });
  await page.reload();
  // A visitor reads about a club before they sign up.
  await page.getByRole('link', { name: 'Club de viajes 2' }).click();
  await page.waitForURL(/\/classes\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: 'Club de viajes 2' }).waitFor();
  await page.goBack();

  await page.getByRole('link', { name: 'Registrarme y Comenzar' }).click();
  await page.waitForURL('**/auth?register=true');
  // They said who they are a page before.
  await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Ximena Ruiz');
  await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe('ximena@example.org');
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.waitForURL('**/classes?class=*');
  // The first club of the plan opens once the question about the age is answered, neither under it nor over it.
  await page.getByRole('dialog', { name: '¿Para quién es esta cuenta?' }).waitFor();
  await page.getByRole('heading', { name: 'Todavía no tienes lugares' }).waitFor();
  await settle(page);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await page.getByRole('button', { name: 'Soy una persona adulta' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Club de viajes 1' }).waitFor();
  await page.getByText('Tu plan quedó en tu perfil').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('quizPlan'))).toBeNull();

  await go(page, '/profile');
  for (const answer of ['Francés', 'Viajar', 'En grupo', 'De 15 a 30 minutos', 'Clubes de conversación']) {
    await page.getByText(answer, { exact: true }).first().waitFor();
  }
  await page.getByText('Colombia', { exact: true }).first().waitFor();
  expect(await site.db.selectFrom('quizLeads').select('email').execute()).toContainEqual({
    email: 'ximena@example.org',
  });
  await end();
});

it('a person with an account signs in after making a plan and keeps the plan and the profile', async () => {
  const [email, password] = ['vuelve@example.org', 'colibri-de-papel'];
  await site.request(null, 'POST', '/api/auth/sign-up/email', { name: 'Vuelve', email, password });
  const owner = site.db.selectFrom('users').select('id').where('email', '=', email);
  await site.db
    .updateTable('profiles')
    .set({ languages: ['ko'] })
    .where('userId', '=', owner)
    .execute();
  const { page, end } = await visit(site, phone);
  await go(page, '/quiz/plan');
  for (const value of ['fr', 'intermediate', 'fun', 'media', '1-2', 'async']) {
    await press(page.locator(`input[value="${value}"]`));
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
  const notKept = {
    of: '**/api/quiz/plan',
    says: 'No pudimos guardar tu plan en tu perfil',
    because: 'Tus respuestas siguen en este navegador; lo intentaremos otra vez.',
  };
  await seeFailureToast(page, notKept, () => page.getByRole('tabpanel').getByRole('button').last().click());
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
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

it('the plan of a member shows one of its six messages at each of its six questions, and loses nothing when the server cannot be reached', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await go(page, '/quiz/plan');
  const answers = ['ja', 'basic', 'fun', 'media', '5-10', 'club'];
  for (const [at, message] of messages.entries()) {
    await page.getByText(`Pregunta ${at + 1} de 6`).waitFor();
    await page.getByRole('status').filter({ hasText: message }).waitFor();
    await press(page.locator(`input[value="${answers[at]}"]`));
    if (at < 5) await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await route(page, '**/api/quiz/plan', (route) => route.abort());
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByText('No pudimos armar tu plan').waitFor();
  await page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').first().waitFor();
  await unroute(page, '**/api/quiz/plan');
  await page.getByRole('button', { name: /plan/i }).last().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await end();
});

it('the plan asks a visitor nothing that the short quiz has asked, and calls the level as the profile does', async () => {
  const { page, end } = await visit(site, phone);
  await go(page, '/quiz');
  await press(page.getByRole('checkbox', { name: 'Francés' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await press(page.getByRole('radio', { name: 'Principiante' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Saltar' }).click();
  await page.getByRole('button', { name: 'Hacer mi plan personal' }).click();
  await page.getByText('Pregunta 3 de 6').waitFor();
  await page.getByRole('button', { name: 'Atrás' }).click();
  await page.getByText('Pregunta 2 de 6').waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Principiante' }).isChecked()).toBe(true);
  await end();
});

it('the plan of a member starts from the profile, asks for no contact, and leads to its sessions and videos', async () => {
  const video = await insertVideo(site.db, { title: 'Voilà', language: 'fr', level: 'intermediate' });
  const person = await site.person({ name: 'Ana Sofía', languages: ['fr'] });
  // A plan shows six. This one begins before the five free ones, and asks for a higher membership.
  await site.db.deleteFrom('classes').where('title', '=', 'Club de viajes 6').execute();
  const host = await site.person({ role: 'teacher', verified: true });
  await insertClass(site.db, host, {
    kind: 'club',
    title: 'Club VIP',
    startsAt: new Date(Date.now() + 60 * 60_000),
    language: 'fr',
    level: 'intermediate',
    requiredTier: 'vip',
  });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('link', { name: 'Mi plan personal' }).click();
  await page.getByText('Pregunta 2 de 6').waitFor();
  for (const value of ['intermediate', 'fun', 'media', '5-10']) {
    await press(page.locator(`input[value="${value}"]`));
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await press(page.locator('input[value="club"]'));
  await page.getByRole('button', { name: 'Ver mi plan' }).click();
  await page.getByRole('heading', { name: 'Ana, este es tu plan' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Ana, este es tu plan' }).waitFor();
  await expectWell(page);
  const first = await site.db
    .selectFrom('classes')
    .select('id')
    .where('title', '=', 'Club de viajes 1')
    .executeTakeFirstOrThrow();
  await page.getByRole('link', { name: 'Club VIP' }).waitFor();
  const address = async (name: string) => page.getByRole('link', { name }).getAttribute('href');
  await expect.poll(() => address('Club de viajes 1')).toBe(`/classes?class=${first.id}`);
  await expect.poll(() => address('Apartar mi lugar')).toBe(`/classes?class=${first.id}`);
  await page.getByRole('link', { name: 'Voilà' }).click();
  await page.waitForURL(`**/feed?video=${video}`);
  await page.getByRole('heading', { level: 2, name: 'Voilà' }).first().waitFor();
  // Its answers fill the profile, so the next plan starts at the last question.
  await page.evaluate(() => sessionStorage.clear());
  await go(page, '/quiz/plan');
  await page.getByText('Pregunta 6 de 6').waitFor();
  await page.getByRole('button', { name: 'Atrás' }).click();
  await page.getByText('Pregunta 5 de 6').waitFor();
  await end();
});
