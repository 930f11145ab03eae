import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, it } from 'vitest';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const zone = 'America/Mexico_City';

it('the button of a class in the organisers’ week is named by its day, hour, title and students, each once', async () => {
  const today = Temporal.Now.plainDateISO(zone);
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Camila Rojas' });
  const start = today.toZonedDateTime({ timeZone: zone, plainTime: '10:30' });
  const startsAt = new Date(start.epochMilliseconds);
  const facts = { title: 'Inglés de oficina', startsAt, language: 'en', requiredTier: 'premium' } as const;
  await insertClass(site.db, teacher, facts);
  const admin = await site.person({ role: 'admin', zone });
  for (const width of [desktop, phone]) {
    const { page, end } = await visit(site, width, admin);
    await go(page, '/admin/classes');
    const day = today.toLocaleString('es', { weekday: 'long', day: 'numeric', month: 'long' });
    const rest = '10:30 Inglés de oficina Premium Inglés Camila Rojas 0 estudiantes de 12';
    await page.getByRole('button', { name: new RegExp(`^${day} ${rest}$`, 'i') }).waitFor();
    await end();
  }
});
