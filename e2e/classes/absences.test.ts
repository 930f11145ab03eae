import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClassRules } from '#features/classes/contract.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';
import { minutesFromNow, openDrawer, openTool } from './organised-class.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ name: 'Inés Ávila', role: 'teacher', verified: true });
});
afterAll(() => site.close());

/** As German titles have, longer than a line of a phone. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

async function addClub(title: string, minutes: number, ...people: Person[]): Promise<string> {
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title,
      description: 'De prueba',
      startsAt: minutesFromNow(minutes),
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { id: userId } of people) {
    await site.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
  }
  return id;
}

it('a student who leaves a club late reads what it costs; the third absence pauses clubs, and saying that power failed ends the pause', async () => {
  const ana = await site.person({ name: 'Ana Ruiz' });
  const day = 24 * 60;
  for (const [title, daysAgo] of [
    [longWord, 9],
    ['Club de viajes', 4],
  ] as const) {
    const id = await addClub(title, -daysAgo * day);
    await site.db
      .insertInto('classAbsences')
      .values({ classId: id, userId: ana.id, how: 'left-late', recordedAt: minutesFromNow(-daysAgo * day) })
      .execute();
  }
  const id = await addClub('Club de café', 120, ana);
  await addClub('Club de mañana', 23 * 60);
  const early = await addClub('Club de mañana temprano', 20 * 60, ana);
  const { page, end } = await visit(site, phone, ana, { mayBreak: true });
  await go(page, '/classes');
  const listed = page.getByRole('article', { name: 'Club de mañana temprano' });
  await listed.getByText(/^Puedes cancelar sin ausencia hasta el [^.]*\.$/).waitFor();
  await go(page, `/classes?class=${early}`);
  await page
    .getByRole('dialog')
    .getByText(/^Puedes cancelar sin ausencia hasta el .* La puerta cierra 10 minutos/)
    .waitFor();
  await expectWell(page);
  await go(page, `/classes?class=${id}`);
  await page
    .getByRole('dialog')
    .getByText(/^Si cancelas ahora, cuenta como ausencia\./)
    .waitFor();
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Cancelar inscripción: Club de café' });
  const asks = page.getByRole('dialog', { name: '¿Cancelar tan cerca del club?' });
  await route(page, '**/api/classes/absences', (asked) =>
    asked.fulfill({ status: 400, json: { code: 'http/bad-input', message: '', requestId: 'r-1' } }),
  );
  await leave.click();
  await asks
    .getByText(/^No pudimos leer cuántas ausencias llevas\. Puedes cancelar de todos modos/)
    .waitFor();
  await expect.poll(() => asks.getByRole('button', { name: 'Sí, cancelar' }).isEnabled()).toBe(true);
  await expectWell(page);
  await unroute(page, '**/api/classes/absences');
  await asks.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await asks.getByText('«Club de café» empieza en menos de 3 h', { exact: false }).waitFor();
  await asks.getByText('Sería tu ausencia 3 en 30 días: no podrás reservar clubes por 7 días.').waitFor();
  await expectWell(page);
  await asks.getByRole('button', { name: 'No, sí voy' }).click();
  await expect.poll(() => asks.count()).toBe(0);
  await leave.click();
  await asks.getByRole('radio', { name: 'Otra razón' }).check();
  await asks.getByRole('textbox', { name: 'Cuéntanos (opcional)' }).fill('Llegó visita');
  const confirm = async () => {
    if ((await asks.count()) === 0) await leave.click();
    await asks.getByRole('button', { name: 'Sí, cancelar' }).click();
  };
  await seeFailureToast(page, { of: '**/late-leaving', says: 'No se pudo cancelar la inscripción' }, confirm);
  await confirm();
  await page.getByText('Cancelaste tu inscripción').first().waitFor();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Cancelaste poco antes del club').waitFor();
  await drawer.getByText(/^En pausa hasta el/).waitFor();
  await expectWell(page);

  await drawer.getByRole('link', { name: 'Qué puedo hacer' }).click();
  const card = page.getByRole('region', { name: /^Reservar clubes está en pausa hasta el/ });
  await card.getByText('Ver mis ausencias (3)').click();
  const said = card.getByText('Llegó visita', { exact: false });
  await said.waitFor();
  // The button stands below the words, which have the whole width of the card.
  expect((await said.boundingBox())?.width).toBeGreaterThan(220);
  const tomorrow = page.getByRole('article', { name: 'Club de mañana' });
  await tomorrow.getByText(/^En pausa hasta el/).waitFor();
  await expectWell(page);
  await go(page, '/calendar');
  await card.waitFor();
  await expectWell(page);
  await card.getByText('Ver mis ausencias (3)').click();
  await expectWell(page);
  await card.getByRole('button', { name: `Decir por qué: ${longWord}` }).click();
  const why = page.getByRole('dialog', { name: '¿Qué pasó?' });
  const isTallEnough = () =>
    why.getByText('Enfermedad', { exact: true }).evaluate((label) => {
      const { left, top, height } = label.getBoundingClientRect();
      const hits = (beside: number) =>
        document.elementFromPoint(left + 20, top + height / 2 + beside)?.closest('label') === label;
      return hits(-21) && hits(21);
    });
  await expect.poll(isTallEnough, { message: '44 px of a choice answer to a finger' }).toBe(true);
  await why.getByRole('radio', { name: /^Se fue la luz o el internet/ }).check();
  await expectWell(page);
  await why.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Listo: no cuenta como ausencia').waitFor();
  await expect.poll(() => card.count()).toBe(0);
  await go(page, '/conversation-clubs');
  await tomorrow.getByRole('button', { name: 'Inscribirme: Club de mañana' }).waitFor();
  await end();
});

it('a student who left a club late and took a seat again reads that leaving it once more adds no absence', async () => {
  const ana = await site.person({ name: 'Ana Ruiz' });
  const id = await addClub('Club de cartas', 120, ana);
  const { page, end } = await visit(site, phone, ana);
  await go(page, `/classes?class=${id}`);
  const drawer = page.getByRole('dialog');
  const leave = drawer.getByRole('button', { name: 'Cancelar inscripción: Club de cartas' });
  const asks = page.getByRole('dialog', { name: '¿Cancelar tan cerca del club?' });
  await leave.click();
  await asks
    .getByText('Sería tu ausencia 1 de 3. Con 3 en 30 días no puedes reservar clubes por 7 días.')
    .waitFor();
  await asks.getByRole('button', { name: 'Sí, cancelar' }).click();
  await drawer.getByText('Cancelaste poco antes del club').waitFor();
  await expect.poll(() => drawer.getByText('si lo tomas y luego cancelas', { exact: false }).count()).toBe(0);
  await drawer.getByRole('button', { name: 'Inscribirme: Club de cartas' }).click();
  await drawer.getByText(/^Si cancelas ahora, no se suma otra ausencia\./).waitFor();
  await leave.click();
  await asks.getByText(/Ya lo habías cancelado, así que no se suma otra ausencia\.$/).waitFor();
  await expect.poll(() => asks.getByText('Sería tu ausencia', { exact: false }).count()).toBe(0);
  await expect.poll(() => asks.getByRole('radio').count()).toBe(0);
  await expectWell(page);
  await asks.getByRole('button', { name: 'Sí, cancelar' }).click();
  await drawer.getByRole('button', { name: 'Inscribirme: Club de cartas' }).waitFor();
  await end();
});

it('a host notes on the roll why a student did not come, who says more from the notice, and excuses with one tap', async () => {
  const [ana, leo, zoe] = [
    await site.person({ name: 'Ana Ruiz' }),
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
  ];
  const id = await addClub('Club de cocina', -61, ana, leo);
  await site.db
    .insertInto('classAbsences')
    .values({ classId: id, userId: zoe.id, how: 'left-late', recordedAt: minutesFromNow(-100) })
    .execute();
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByRole('list', { name: 'Cancelaron poco antes' }).getByText('Zoe Mar').waitFor();
  for (const name of ['Ana Ruiz', 'Leo Paz']) {
    await page.getByRole('button', { name: `No vino: ${name}` }).click();
  }
  await page.getByRole('button', { name: 'Motivo de Leo Paz: Motivo' }).click();
  await expectWell(page);
  await page.getByRole('menuitem', { name: 'Se fue la luz o el internet (se justifica)' }).click();
  await page
    .getByRole('button', { name: 'Motivo de Leo Paz: Se fue la luz o el internet, justificada' })
    .waitFor();
  // A mark that fails leaves the reason, also where the roster cannot be read again.
  await route(page, /\/(attendance|roster)$/, (route) => route.abort());
  await page.getByRole('button', { name: 'Vino: Leo Paz', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'No se pudo guardar la asistencia' }).waitFor();
  await page
    .getByRole('button', { name: 'Motivo de Leo Paz: Se fue la luz o el internet, justificada' })
    .waitFor();
  await unroute(page, /\/(attendance|roster)$/);
  await page.getByRole('button', { name: 'Cerrar lista' }).click();
  await page
    .getByRole('dialog', { name: '¿Cerrar la lista?' })
    .getByRole('button', { name: 'Cerrar lista' })
    .click();
  await page.getByText('Lista cerrada el').waitFor();
  await expectWell(page);

  const hers = await visit(site, desktop, ana);
  await go(hers.page, '/notifications');
  await hers.page.getByRole('link', { name: /^Te extrañamos en «Club de cocina»/ }).click();
  const why = hers.page.getByRole('dialog', { name: '¿Qué pasó?' });
  await why.getByRole('radio', { name: 'Enfermedad' }).check();
  await expectWell(hers.page);
  await why.getByRole('button', { name: 'Guardar' }).click();
  await hers.page.getByRole('dialog').getByText('Enfermedad · Cuenta como ausencia').waitFor();
  await expectWell(hers.page);

  await page.getByRole('button', { name: 'Motivo de Ana Ruiz: Enfermedad, lo dijo' }).click();
  const excuse = () => page.getByRole('menuitem', { name: 'Justificar' }).click();
  await excuse();
  await page.getByRole('button', { name: 'Motivo de Ana Ruiz: Enfermedad, justificada, lo dijo' }).waitFor();
  await end();
  await hers.page.getByRole('dialog').getByText('Enfermedad · Justificada: no cuenta').waitFor();
  await hers.end();

  const admin = await visit(site, phone, await site.person({ role: 'admin' }), { mayBreak: true });
  await go(admin.page, '/admin/classes');
  await openTool(admin.page, 'Reglas de los clubes');
  const rules = admin.page.getByRole('dialog', { name: 'Reglas de los clubes' });
  const save = () => rules.getByRole('button', { name: 'Guardar' }).click();
  const hours = rules.getByRole('textbox', { name: 'Horas para cancelar un club sin ausencia' });
  await hours.fill('');
  await save();
  await rules.getByText('Escribe un número de 0 a 72.').waitFor();
  await hours.fill('4');
  // The 1 alone is fewer than a club may have, and 12 is not.
  const seats = rules.getByRole('textbox', { name: 'Lugares de un club nuevo' });
  await seats.fill('');
  await seats.pressSequentially('12');
  await expect.poll(() => seats.inputValue()).toBe('12');
  // What was typed outlives a wrong key, and no arrow is too small for a finger.
  await admin.page.keyboard.press('Escape');
  await expectWell(admin.page);
  await expect.poll(() => hours.inputValue()).toBe('4');
  const arrows = rules.locator('.mantine-NumberInput-control').filter({ visible: true });
  await expect.poll(() => arrows.count()).toBe(0);
  await seeFailureToast(
    admin.page,
    { of: '**/classes/rules', says: 'No se pudieron guardar las reglas' },
    save,
  );
  await save();
  await admin.page.getByText('Reglas guardadas').waitFor();
  await admin.page.getByRole('button', { name: 'Deshacer' }).click();
  await admin.page.getByText('Las reglas vuelven a ser las de antes').waitFor();
  await openTool(admin.page, 'Reglas de los clubes');
  await expect.poll(() => hours.inputValue()).toBe('3');
  // Another administrator saves meanwhile: what the first one typed stays, and the rest follows.
  await hours.fill('5');
  const other = await site.person({ role: 'admin' });
  const stored = await answerOf(site.request(other, 'GET', '/api/classes/rules'), readClassRules);
  await site.request(other, 'PUT', '/api/classes/rules', { ...stored, clubSeats: 9 });
  await expect
    .poll(() => rules.getByRole('textbox', { name: 'Lugares de un club nuevo' }).inputValue())
    .toBe('9');
  await expect.poll(() => hours.inputValue()).toBe('5');
  await save();
  await expect
    .poll(async () => (await site.request(other, 'GET', '/api/classes/rules')).json())
    .toMatchObject({ clubSeats: 9, freeHours: 5 });
  await admin.end();
});
