import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answerError } from '#server/http/answer-errors.ts';
import { newApi } from '#server/http/api.ts';
import { createLog } from '#server/log.ts';
import { localeCodes } from '#shared/locales.ts';
import { type ClassScene, classScene, insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { communityPicture } from './picture-address.ts';
import { serveAddresses } from './serve-addresses.ts';

/* What these tests guarantee: a network that is given an address sees what a visitor may read, whatever people wrote
 * into a title, and nothing of a class for kids. */

const shell = '<html><head><title>Sumi</title></head><body></body></html>';
const site = 'https://sumi.example';
const meetLink = 'https://meet.example.org/sala-secreta';

const document = { html: shell, vary: '', headers: {} };
const documents = { addresses: [], shell: document, of: async () => document };

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
  const log = createLog('silent');
  serveAddresses(scene.community.api, { documents, site, trustProxy: false, log });
});
afterAll(() => scene.community.close());

const get = (address: string, headers: Record<string, string> = {}) =>
  scene.community.api.request(address, { headers });
const pageOf = async (address: string, headers = {}) => (await get(address, headers)).text();
const classOf = (facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(scene.community.db, scene.teacher, {
    title: 'Café & croissant',
    kind: 'club',
    language: 'fr',
    zone: 'America/Bogota',
    meetLink,
    ...facts,
  });
/** The content of a tag, as a network reads it. */
const tagOf = (html: string, name: string) =>
  new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
/** The address of the picture without that of the site. */
const pictureOf = (html: string) => tagOf(html, 'og:image')?.slice(site.length) ?? '';

it('the page of a class says title, time in its zone, and host to a reader that runs no script', async () => {
  const id = await classOf();
  const html = await pageOf(`/classes/${id}`);
  expect(tagOf(html, 'og:title')).toBe('Café & croissant');
  expect(tagOf(html, 'og:url')).toBe(`${site}/classes/${id}`);
  expect(tagOf(html, 'og:description')).toBe(
    'Sábado, 21 de noviembre, 05:00 · Bogotá (GMT-05) · Con Inés Ávila · Club · Francés',
  );
  expect(html).not.toContain(meetLink);
  const english = await pageOf(`/classes/${id}`, { 'accept-language': 'en-US,en;q=0.9' });
  expect(tagOf(english, 'og:description')).toContain('With Inés Ávila');
});

/** The picture of an address is as networks want it, who show none that is larger than 300 kB. Answers its bytes. */
async function expectPicture(address: string): Promise<Buffer> {
  const answer = await get(pictureOf(await pageOf(address)));
  expect(answer.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeLessThan(300_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  return bytes;
}

it('the picture of a class is a PNG of 1200 by 630 pixels and at most 300 kB, whatever its title', async () => {
  for (const title of [
    'Café & croissant',
    '가나다라 '.repeat(24),
    '山田はな：会话俱乐部',
    '🎉',
    'Ñ'.repeat(120),
  ]) {
    await expectPicture(`/classes/${await classOf({ title })}`);
  }
});

it('the picture of a teacher is as large as that of a class, and shows a name in each script that is taught', async () => {
  const pictureOfTeacher = async (name: string) => {
    const { id } = await scene.community.person({ role: 'teacher', verified: true, name });
    return (await expectPicture(`/teachers/${id}`)).toString('base64');
  };
  const drawn = new Set<string>();
  for (const name of ['김민준', '李小龙', 'Анна', 'أحمد', 'आर्या', '🎉']) {
    drawn.add(await pictureOfTeacher(name));
  }
  await pictureOfTeacher('Ñ'.repeat(80));
  // A name whose letters no font has leaves its place empty; each of the others is drawn.
  expect(drawn.size).toBe(6);
});

it('one network has so many pictures drawn, is answered those that are kept, and keeps no other from new ones', async () => {
  const api = newApi();
  api.onError(answerError);
  const limit = { max: 3, windowMs: 300_000 };
  serveAddresses(api, { documents, site, trustProxy: true, log: createLog('silent'), limit });
  const ask = async (locale: string, network: string) =>
    (await api.request(`/previews/i/${locale}.png`, { headers: { 'x-forwarded-for': network } })).status;
  for (const locale of ['es', 'en', 'fr']) expect(await ask(locale, '192.0.2.1')).toBe(200);
  for (const [locale, network, status] of [
    ['pt', '192.0.2.1', 429],
    ['en', '192.0.2.1', 200],
    ['pt', '192.0.2.2', 200],
    ['pt', '192.0.2.1', 200],
  ] as const)
    expect(await ask(locale, network), `${locale} for ${network}`).toBe(status);
});

it('the picture has another address once the class moves', async () => {
  const id = await classOf();
  const before = pictureOf(await pageOf(`/classes/${id}`));
  await scene.community.db
    .updateTable('classes')
    .set({ startsAt: new Date('2026-12-01T20:00:00Z') })
    .where('id', '=', id)
    .execute();
  expect(pictureOf(await pageOf(`/classes/${id}`))).not.toBe(before);
});

it('a title can neither end its attribute nor open a tag', async () => {
  const title = `"><script>alert(1)</script> $' $&`;
  const html = await pageOf(`/classes/${await classOf({ title })}`);
  expect(html).not.toContain('<script>');
  expect(html).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&#39; $&amp;"');
  expect(html.split('</head>')).toHaveLength(2);
});

it('a class for kids, a revoked teacher’s and an unknown one have neither a text nor a picture', async () => {
  const revoked = await scene.community.person({ role: 'teacher', verified: true });
  const theirs = await insertClass(scene.community.db, revoked);
  await scene.community.db
    .updateTable('teacherProfiles')
    .set({ verificationStatus: 'rejected' })
    .where('userId', '=', revoked.id)
    .execute();
  const forKids = await classOf({ targetAudience: 'kid' });
  for (const id of [forKids, theirs, '00000000-0000-7000-8000-000000000000', 'not-an-id']) {
    expect(await pageOf(`/classes/${id}`)).toBe(shell);
    expect((await get(`/previews/classes/${id}/es.png`)).status).toBe(404);
    expect((await get(`/api/sharing/classes/${id}/event`)).ok).toBe(false);
  }
  expect((await get(`/previews/teachers/${revoked.id}/es.png`)).status).toBe(404);
  // An administrator's session changes nothing: a network reads as a visitor.
  const answer = await get(`/classes/${forKids}`, { cookie: scene.admin.cookie });
  expect(await answer.text()).toBe(shell);
});

it('an id that leads elsewhere asks no operation, and has neither a text nor a picture', async () => {
  const { api } = scene.community;
  const requests = vi.spyOn(api, 'request');
  const ids = ['..%2F..%2F..%2Fhealthz', '..%2F..%2F..%2Franking', '..%2F..%2Fevents%2Fpublic', '%3Flimit=1'];
  for (const id of ids) {
    for (const folder of ['classes', 'teachers']) {
      const page = await api.fetch(new Request(`http://localhost/${folder}/${id}`));
      expect(page.status).toBe(200);
      expect(await page.text()).toBe(shell);
      const picture = await api.fetch(new Request(`http://localhost/previews/${folder}/${id}/es.png`));
      expect(picture.status).toBe(404);
    }
  }
  expect(requests).not.toHaveBeenCalled();
  requests.mockRestore();
});

it('the cup has a preview with or without a board, without a name of its lines', async () => {
  const html = await pageOf('/ranking');
  expect(tagOf(html, 'og:title')).toBe('La copa de Sumi');
  await expectPicture('/ranking');
});

it('a visitor reads of a class its facts and free seats, and nothing of who learns there or where it meets', async () => {
  const id = await classOf();
  await insertSeats(scene.community.db, id, scene.student);
  const answer = await (await get(`/api/sharing/classes/${id}`)).json();
  expect(answer).toMatchObject({
    title: 'Café & croissant',
    maxStudents: 12,
    seatsTaken: 1,
    status: 'scheduled',
  });
  const body = JSON.stringify(answer);
  for (const secret of [meetLink, scene.student.id, scene.student.name, scene.student.email]) {
    expect(body).not.toContain(secret);
  }
  expect(Object.keys(answer)).not.toContain('waitingCount');
});

it('the file for a calendar program has the id of feeds and the address of the class in place of its link', async () => {
  const id = await classOf();
  const answer = await get(`/api/sharing/classes/${id}/event`);
  expect(answer.headers.get('content-type')).toContain('text/calendar');
  const text = (await answer.text()).replaceAll('\r\n ', '');
  expect(text).toContain(`UID:${id}@sumi`);
  expect(text).toContain(`/classes/${id}`);
  expect(text).toContain('DTSTART;TZID=America/Bogota:20261121T050000');
  expect(text).not.toContain(meetLink);
});

it('the page of an invitation link shows the same title, text and picture whatever its code, and names no owner', async () => {
  const { code } = await (await scene.community.request(scene.student, 'GET', '/api/coins/referral')).json();
  const html = await pageOf(`/i/${code}`);
  expect(tagOf(html, 'og:title')).toBe('Te invitaron a Sumi');
  expect(tagOf(html, 'og:description')).toContain('Aprende idiomas conversando');
  expect(html).not.toContain(scene.student.name);
  for (const other of ['NOTACODE', 'x'.repeat(300), '%22%3E%3Cscript%3E']) {
    expect(await pageOf(`/i/${other}`)).toBe(html);
  }
  const pictures = new Set<string>();
  for (const locale of localeCodes) {
    const address = pictureOf(await pageOf('/i/NOTACODE', { 'accept-language': locale }));
    expect(address).toBe(communityPicture(locale).path);
    const bytes = Buffer.from(await (await get(address)).arrayBuffer());
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    pictures.add(bytes.toString('base64'));
  }
  expect(pictures.size).toBe(localeCodes.length);
});
