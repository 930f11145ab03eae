import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { begun, holdScripts, shiftSeen, watchShifts } from '../hold-scripts.ts';
import { desktop, phone, settle, visit } from '../visit.ts';

/* What these journeys guarantee: a member reads their dashboard, and the frame of every other page with their own menu,
 * before any script has run; it stays where it is; no document has a menu that is not its reader's. */

let site: Site;
let member: Person;
beforeAll(async () => {
  site = await newSite({ writesForMembers: true });
  member = await site.person({ name: 'Ana Ruiz' });
});
afterAll(() => site.close());

it('a member reads their dashboard before the script is here, with the seat they are offered, and nothing moves after it', async () => {
  const reader = await site.person({ name: 'Luz Peña' });
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 48 * 3600_000);
  const [next, other] = await Promise.all(
    ['Mi club', 'Otro club'].map((title) => insertClass(site.db, teacher, { kind: 'club', title, startsAt })),
  );
  for (const id of [next!, other!]) await insertSeats(site.db, id, reader);
  await site.db
    .updateTable('classEnrollments')
    .set({ heldUntil: new Date(Date.now() + 5 * 3600_000) })
    .where('userId', '=', reader.id)
    .where('classId', '=', other!)
    .execute();
  for (const width of [phone, desktop]) {
    const { page, end } = await visit(site, width, reader);
    const release = await holdScripts(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: /, Luz!$/ }).waitFor();
    await page.getByRole('link', { name: /^Tu próximo club.*Mi club/ }).waitFor();
    await page.getByRole('region', { name: 'Hoy', exact: true }).waitFor();
    await watchShifts(page);
    release();
    await begun(page);
    await page.getByRole('button', { name: 'Confirmar mi lugar: Otro club' }).waitFor();
    await settle(page);
    expect(await shiftSeen(page)).toBeLessThan(0.001);
    await end();
  }
});

it('a member finds the frame of every other page before the script is here, and it stays where it is', async () => {
  const admin = await site.person({ role: 'admin', name: 'Ada Ruiz' });
  for (const [reader, width, addresses] of [
    [member, phone, ['/conversation-clubs?language=en', '/profile', '/coins']],
    [admin, desktop, ['/admin/students?role=teacher', '/admin/store']],
  ] as const) {
    const { page, end } = await visit(site, width, reader);
    for (const address of addresses) {
      const release = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      const [pathname] = address.split('?');
      const own = page.locator(`#prerendered nav a[href="${pathname}"]`).filter({ visible: true });
      // A phone has room for five of them.
      if (width === desktop || pathname === '/conversation-clubs')
        await expect.poll(() => own.getAttribute('aria-current')).toBe('page');
      await page.locator('#prerendered main').getByText('Cargando...').waitFor();
      const menu = () => page.getByRole('navigation').last().boundingBox();
      const before = await menu();
      release();
      await begun(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await menu(), address).toEqual(before);
    }
    await end();
  }
});

it('a teacher finds their own menu in the document of their classes, and none in those of administrators', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  const read = async (address: string, { cookie }: { cookie: string }) =>
    (await fetch(site.url + address, { headers: { cookie } })).text();
  const own = await read('/admin/classes', teacher);
  expect(own).toContain('href="/teacher"');
  expect(own).not.toContain('href="/admin/students"');
  for (const [address, reader] of [
    ['/admin/students', teacher],
    ['/admin/classes', member],
  ] as const) {
    const html = await read(address, reader);
    expect(html).toContain('<div id="prerendered"></div>');
    expect(html).not.toContain(reader.email);
  }
  expect(await read('/profile', { cookie: '' })).toContain('<div id="prerendered"></div>');
});
