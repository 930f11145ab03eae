import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertChannel } from '../../src/testing/rows/insert-channel.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { expectKeptWhileClosing } from '../expect-kept-while-closing.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, resize, tryAgain, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.db.deleteFrom('videos').execute();
  await site.db.deleteFrom('videoChannels').execute();
});

/** Answers YouTube's thumbnails and players, which a proposed video loads. */
async function withoutYoutube(page: Page): Promise<void> {
  for (const address of ['https://www.youtube-nocookie.com/**', 'https://*.ytimg.com/**']) {
    await route(page, address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
    );
  }
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.locator('form input:not([type="hidden"])').and(page.getByLabel(label)).click();
  await page.getByRole('option', { name: option }).click();
}

it('a teacher proposes a video, an administrator puts it right and approves it, and it is in the feed; a rejection asks for its reason, which the teacher reads', async () => {
  const ana = await site.person({ role: 'teacher', verified: true, name: 'Ana' });
  const teacher = await visit(site, desktop, ana);
  await withoutYoutube(teacher.page);
  await go(teacher.page, '/feed/proposals');
  await teacher.page.getByText('Todavía no has propuesto ninguno').waitFor();
  await expectWell(teacher.page);

  const address = teacher.page.getByLabel('Dirección del video');
  await teacher.page.getByRole('button', { name: 'Proponer', exact: true }).click();
  await teacher.page.getByText('Pega la dirección de un video de YouTube, TikTok o un reel').waitFor();
  await teacher.page.getByText('Elige un idioma.').waitFor();
  await expectWell(teacher.page);
  await address.fill('https://youtu.be/a-B_9cdEfGh?si=1');
  await teacher.page.getByText('youtube.com/watch?v=a-B_9cdEfGh').waitFor();
  await teacher.page.getByLabel('Título').fill('Tres saludos en ingles');
  await choose(teacher.page, 'Idioma', 'Inglés');
  await choose(teacher.page, 'Nivel', 'Principiante');
  await teacher.page.getByText('Conversación', { exact: true }).click();
  const propose = () => teacher.page.getByRole('button', { name: 'Proponer', exact: true }).click();
  const notSent = { of: '**/api/videos/proposals', says: 'No pudimos enviar tu propuesta' };
  await seeFailureToast(teacher.page, notSent, propose);
  await propose();
  await teacher.page.getByText('¡Gracias! Ya lo recibimos').waitFor();
  const own = teacher.page.getByRole('article', { name: 'Tres saludos en ingles' });
  await own.getByText('En revisión').waitFor();

  // A second proposal of the video shows its status before the form is sent.
  await address.fill('https://www.youtube.com/shorts/a-B_9cdEfGh');
  await teacher.page.getByText('Ese video ya está aquí y espera revisión.').waitFor();
  await expectWell(teacher.page);

  const admin = await visit(site, desktop, await site.person({ role: 'admin', name: 'Dora' }));
  await withoutYoutube(admin.page);
  await go(admin.page, '/admin/videos');
  const card = admin.page.getByRole('article', { name: /Tres saludos/ });
  await card.getByText('Ana lo propuso').waitFor();
  await expectWell(admin.page);
  await card.getByRole('button', { name: /Ver aquí/ }).click();
  await card.locator('iframe[src*="a-B_9cdEfGh"]').waitFor();
  await card.getByRole('button', { name: 'Editar' }).click();
  const drawer = admin.page.getByRole('dialog');
  await drawer.getByLabel('Título').fill('Tres saludos en inglés');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await admin.page.getByRole('article', { name: 'Tres saludos en inglés' }).waitFor();
  const approve = () => card.getByRole('button', { name: 'Aprobar' }).click();
  await seeFailureToast(admin.page, { of: '**/moderation', says: 'No pudimos guardar el cambio' }, approve);
  await approve();
  // The button is there for five seconds, and axe takes long on a busy machine.
  await admin.page.getByRole('button', { name: 'Deshacer' }).click();
  await card.getByRole('button', { name: 'Aprobar' }).click();
  await admin.page.getByText('No hay videos por revisar').waitFor();
  await expectWell(admin.page);

  // The teacher's list updates without a reload.
  await teacher.page
    .getByRole('article', { name: 'Tres saludos en inglés' })
    .getByText('En Videos')
    .waitFor();
  await go(teacher.page, '/feed');
  await teacher.page.locator('article[aria-label="Tres saludos en inglés"]').waitFor();

  await site.request(ana, 'POST', '/api/videos/proposals', {
    address: 'https://youtu.be/r-U_9doEfGh',
    title: 'Ruido',
    language: 'en',
    level: 'basic',
    topics: ['conversation'],
  });
  const noise = admin.page.getByRole('article', { name: 'Ruido' });
  await noise.getByRole('button', { name: 'Rechazar' }).click();
  const asking = admin.page.getByRole('dialog');
  await asking.getByRole('button', { name: 'Rechazar' }).click();
  await asking.getByText('Escribe el motivo.').waitFor();
  await expectWell(admin.page);
  await asking.getByLabel('Motivo').fill('No se oye nada.');
  await asking.getByRole('button', { name: 'Rechazar' }).click();
  await admin.page.getByText('No hay videos por revisar').waitFor();
  await go(admin.page, '/admin/videos?status=rejected');
  await admin.page.getByText('No se oye nada.').waitFor();
  await go(teacher.page, '/feed/proposals');
  const refused = teacher.page.getByRole('article', { name: 'Ruido' });
  await refused.getByText('No aceptado').waitFor();
  await refused.getByText('No se oye nada.').waitFor();
  await expectWell(teacher.page);
  await Promise.all([teacher.end(), admin.end()]);
});

it('the title of a corrected address replaces that of the first one, and stays away from what the teacher wrote', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'teacher', verified: true }));
  await withoutYoutube(page);
  await route(page, /\/api\/videos\/proposals\/preview/, (request) => {
    const sourceId = /[\w-]{11}$/.exec(request.url)?.[0] ?? '';
    const sourceUrl = `https://www.youtube.com/watch?v=${sourceId}`;
    const title = sourceId === 'untitled-00' ? null : `Video ${sourceId}`;
    return request.fulfill({ json: { source: 'youtube', sourceId, sourceUrl, thumbnailUrl: null, title } });
  });
  await go(page, '/feed/proposals');
  const address = page.getByLabel('Dirección del video');
  const title = page.getByLabel('Título');
  for (const id of ['another-001', 'intended-01', 'untitled-00', 'intended-02']) {
    await address.fill(`https://youtu.be/${id}`);
    await expect.poll(() => title.inputValue()).toBe(id === 'untitled-00' ? '' : `Video ${id}`);
  }
  await title.fill('Tres saludos');
  await address.fill('https://youtu.be/another-001');
  await page.getByText('youtube.com/watch?v=another-001').waitFor();
  await expect.poll(() => title.inputValue()).toBe('Tres saludos');
  await end();
});

it('an administrator approves many videos at once, deactivates them and finds them again, and reads what another administrator decided', async () => {
  for (let n = 1; n <= 3; n++) {
    await insertVideo(site.db, { title: `Cola ${n}`, moderationStatus: 'pending', language: 'ko' });
  }
  const late = await insertVideo(site.db, { title: 'Tarde', moderationStatus: 'pending', language: 'fr' });
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/videos?language=ko');
  await page.getByRole('button', { name: 'Aprobar los 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aprobar los 3' }).click();
  await page.getByText('3 videos aprobados').waitFor();
  await page.getByText('Ningún video con estos filtros').waitFor();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();

  const card = page.getByRole('article', { name: 'Tarde' });
  // The other's decision comes between the press and the server, for a list that is read again shows the video no more.
  await route(page, `**/api/videos/${late}/moderation`, async (route) => {
    await site.db
      .updateTable('videos')
      .set({ moderationStatus: 'approved' })
      .where('id', '=', late)
      .execute();
    await route.fallback();
  });
  await card.getByRole('button', { name: 'Aprobar' }).click();
  await page.getByText('Alguien más ya decidió sobre este video.').waitFor();

  await page.getByRole('radiogroup', { name: 'Estado' }).getByText('Aprobados').click();
  await page.getByLabel('Buscar').fill('cola 2');
  const found = page.getByRole('article', { name: 'Cola 2' });
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await found.getByRole('switch', { name: 'Encendido' }).click();
  await found.getByText('Apagado').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?status=approved&search=cola+2');
  await expectWell(page);
  await end();
});

it('an administrator who approves many videos at once approves those that the question counts, and none that comes meanwhile', async () => {
  for (let n = 1; n <= 3; n++) {
    await insertVideo(site.db, { title: `Lista ${n}`, moderationStatus: 'pending', language: 'ko' });
  }
  const ana = await site.person({ role: 'teacher', verified: true });
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await withoutYoutube(page);
  await go(page, '/admin/videos?language=ko');
  await page.getByRole('button', { name: 'Aprobar los 3' }).click();
  const asking = page.getByRole('dialog');
  await asking.waitFor();
  await site.request(ana, 'POST', '/api/videos/proposals', {
    address: 'https://youtu.be/c-D_9efGhIj',
    title: 'Llegó después',
    language: 'ko',
    level: 'basic',
    topics: ['conversation'],
  });
  await page.getByText('Llegó después').first().waitFor();
  await asking.getByRole('button', { name: 'Aprobar los 3' }).click();
  await page.getByText('3 videos aprobados').waitFor();
  const waiting = await site.db
    .selectFrom('videos')
    .select('title')
    .where('moderationStatus', '=', 'pending')
    .execute();
  expect(waiting).toEqual([{ title: 'Llegó después' }]);
  await end();
});

it('an administrator adds, syncs, pauses and removes channels, reads that a source is unreachable, and mixes the feed', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/videos?tab=channels');
  await page.getByText('Todavía no hay canales').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Agregar un canal' }).click();
  await page.getByRole('button', { name: 'Agregar canal', exact: true }).click();
  await page.getByText('Pega la dirección o el id de un canal de YouTube.').waitFor();
  await page.getByLabel('Canal de YouTube').fill('@canal');
  await choose(page, 'Idioma', 'Francés');
  await choose(page, 'Nivel', 'Avanzado');
  await page.getByRole('button', { name: 'Agregar canal', exact: true }).click();
  await page.getByText('Sin una clave de YouTube no podemos buscar por @nombre').waitFor();
  const id = `UC${'a'.repeat(22)}`;
  await page.getByLabel('Canal de YouTube').fill(`https://www.youtube.com/channel/${id}`);
  const add = () => page.getByRole('button', { name: 'Agregar canal', exact: true }).click();
  await seeFailureToast(page, { of: '**/channels', says: 'No pudimos agregar el canal' }, add);
  await add();
  const card = page.getByRole('article', { name: id });
  await card.getByText('No contestó').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Sincronizar ahora' }).click();
  await page.getByText('1 canal no contestó.').waitFor();
  await page.getByRole('button', { name: 'Sincronizar ahora' }).click();
  await page.getByText('1 canal se consultó hace poco.').waitFor();
  const notChanged = { of: '**/channels/*', says: 'No pudimos guardar el cambio' };
  await seeFailureToast(page, notChanged, () => card.getByRole('switch').click());
  await expect.poll(() => card.getByRole('switch').isChecked()).toBe(true);
  await card.getByRole('switch').click();
  await expect.poll(() => card.getByRole('switch').isChecked()).toBe(false);
  await card.getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Música').click();
  // What was chosen is not thrown away.
  await page.keyboard.press('Escape');
  await seeFailureToast(page, notChanged, () =>
    drawer.getByRole('button', { name: 'Guardar cambios' }).click(),
  );
  await drawer.getByRole('checkbox', { name: 'Música' }).press('Enter');
  await card.getByText('Música').waitFor();
  await card.getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await page.getByText('Todavía no hay canales').waitFor();

  await page.getByRole('tab', { name: 'Mezcla' }).click();
  const newFor = page.getByLabel('Días como nuevo');
  const discovery = page.getByLabel('Para descubrir');
  const mix = page.getByRole('button', { name: 'Guardar cambios' });
  await expect.poll(() => newFor.inputValue()).toBe('3');
  await expect.poll(() => mix.isDisabled()).toBe(true);
  await expectWell(page);
  const inForce = () =>
    site.db.selectFrom('feedSettings').select(['discoveryPercent', 'newDays']).executeTakeFirstOrThrow();
  const before = await inForce();
  const wrong = page.getByText('Escribe un número de 0 a 30.');
  await newFor.fill('31');
  await mix.click();
  await wrong.waitFor();
  await newFor.fill('');
  await wrong.waitFor({ state: 'detached' });
  await mix.click();
  await wrong.waitFor();
  expect(await inForce()).toEqual(before);
  await newFor.fill('9');
  await discovery.fill('35');
  const notMixed = { of: '**/api/videos/settings', says: 'No pudimos guardar el cambio' };
  await seeFailureToast(page, notMixed, () => mix.click());
  await expect.poll(() => newFor.inputValue()).toBe('9');
  await seeToast(page, 'Mezcla guardada', () => mix.click());
  await page.reload();
  await expect.poll(() => newFor.inputValue()).toBe('9');
  await expect.poll(() => discovery.inputValue()).toBe('35 %');
  expect(await inForce()).toEqual({ discoveryPercent: 35, newDays: 9 });
  await end();
});

it('a video that another administrator changed meanwhile is shown beside what was typed, which replaces it', async () => {
  const id = await insertVideo(site.db, { title: 'Dos', moderationStatus: 'pending' });
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/videos');
  await page.getByRole('article', { name: 'Dos' }).getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Descripción').fill('Lo mío');
  const change = { title: 'Dos por otra persona', description: 'Lo suyo', version: 1 };
  await site.request(await site.person({ role: 'admin' }), 'PATCH', `/api/videos/${id}`, change);
  const theirs = drawer.getByRole('alert');
  await theirs.getByText('Dos por otra persona').waitFor();
  await theirs.getByText('Lo suyo').waitFor();
  await expect.poll(() => drawer.getByLabel('Descripción').inputValue()).toBe('Lo mío');
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Cambios guardados').waitFor();
  const stored = site.db.selectFrom('videos').select(['title', 'description']).where('id', '=', id);
  expect(await stored.executeTakeFirst()).toEqual({ title: 'Dos', description: 'Lo mío' });
  await end();
});

it('the drawer says of a video that it left the filtered list while it is edited', async () => {
  const id = await insertVideo(site.db, { title: 'Tres', moderationStatus: 'pending' });
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/videos');
  await page.getByRole('article', { name: 'Tres' }).getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Descripción').fill('Lo mío');
  const decision = { from: 'pending', to: 'approved', isForKids: false };
  await site.request(await site.person({ role: 'admin' }), 'PUT', `/api/videos/${id}/moderation`, decision);
  await drawer.getByRole('alert').getByText('Este video ya no está en la lista').waitFor();
  await expect.poll(() => drawer.getByLabel('Descripción').inputValue()).toBe('Lo mío');
  await expectWell(page);
  await end();
});

it('the drawers that edit a video and a channel show it until they are gone', async () => {
  await insertVideo(site.db, { title: 'Uno', moderationStatus: 'pending' });
  await insertChannel(site.db, { isActive: false });
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, admin, { motion: true });
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  await go(page, '/admin/videos');
  await page.getByRole('article', { name: 'Uno' }).getByRole('button', { name: 'Editar' }).click();
  await expectKeptWhileClosing(page, ['Editar el video', 'Descripción', 'Guardar cambios'], close);
  await go(page, '/admin/videos?tab=channels');
  const card = page.getByRole('article', { name: 'Por conocer' });
  await card.getByRole('button', { name: 'Editar' }).click();
  await expectKeptWhileClosing(page, ['Por conocer', 'Guardar cambios'], close);
  await end();
});

it('moderation lists that fail to load say so, and load on a retry', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  // A refusal, which the page does not try again by itself.
  await route(page, /\/api\/videos\/(moderation|channels|proposals)/, (route) =>
    route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
  );
  for (const [path, message] of [
    ['/admin/videos', 'No pudimos traer los videos'],
    ['/admin/videos?tab=channels', 'No pudimos traer los canales'],
    ['/feed/proposals', 'No pudimos traer tus propuestas'],
  ] as const) {
    await go(page, path);
    await page.getByText(message).waitFor();
    await expectWell(page);
  }
  await unroute(page, /\/api\/videos\/(moderation|channels|proposals)/);
  await tryAgain(page);
  await page.getByText('Todavía no has propuesto ninguno').waitFor();
  await end();
});

it('the link to proposals shows for a verified teacher, on a phone and on a wide screen', async () => {
  const teacher = await visit(site, phone, await site.person({ role: 'teacher', verified: true }));
  await insertVideo(site.db, { title: 'Uno', source: 'upload', sourceId: 'no-such-clip.mp4' });
  await go(teacher.page, '/feed');
  await teacher.page.locator('article').first().waitFor();
  const link = teacher.page.getByRole('link', { name: 'Proponer un video' });
  await teacher.page.getByRole('button', { name: 'Filtros', exact: true }).click();
  await link.waitFor();
  await teacher.page.keyboard.press('Escape');
  await link.waitFor({ state: 'detached' });
  // A wide screen has it beside the videos.
  await resize(teacher.page, desktop);
  await link.click();
  await teacher.page.waitForURL('**/feed/proposals');
  await teacher.end();
});

it('a sign-up syncs videos without waiting for the answer', async () => {
  const { page, end } = await visit(site, desktop);
  const asked = page.waitForRequest('**/api/functions/sync-videos');
  // The sync never answers, and the sign-up does not wait for it.
  await route(page, '**/api/functions/sync-videos', () => {});
  await go(page, '/auth?register=true');
  await page.getByLabel('Nombre').fill('Luz');
  await page.getByLabel('Correo electrónico').fill('luz@example.org');
  await page.getByLabel(/^Contraseña/).fill('una frase larga y rara');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.waitForURL('**/feed');
  expect((await asked).postDataJSON()).toMatchObject({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await end();
});
