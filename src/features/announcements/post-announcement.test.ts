import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { noticesOf } from '../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../testing/stand-ins/notice-mail.ts';
import {
  type Audience,
  announcementRefusals,
  countReaders,
  listAnnouncements,
  listManagedAnnouncements,
  postAnnouncement,
} from './contract.ts';
import { announcementsAddress } from './rules.ts';
import { tellReaders } from './tell-readers.ts';

let community: Community;
let admin: Person;
let french: Person;
let spanish: Person;
let kid: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Adela' });
  french = await personWithMail(community, { name: 'Fabio', languages: ['fr'] });
  spanish = await personWithMail(community, { name: 'Sara', languages: ['es'] });
  kid = await community.person({ name: 'Nico', ageGroup: 'kid', languages: ['fr'] });
  teacher = await community.person({ name: 'Tere', role: 'teacher', verified: true, languages: [] });
});
afterAll(() => community.close());

const words = 'El viernes a las siete.\nTraigan palomitas.';
const post = (body: object, key?: string) =>
  community.request(
    admin,
    'POST',
    '/api/announcements',
    { title: 'Noche de cine', words, audience: 'everybody', ...body },
    key ? { 'idempotency-key': key } : {},
  );
const readBy = async (person: Person) =>
  (await answerOf(community.request(person, 'GET', '/api/announcements'), listAnnouncements)).items;
const managed = async () =>
  (await answerOf(community.request(admin, 'GET', '/api/announcements/managed'), listManagedAnnouncements))
    .items;
const toldOf = async (person: Person) => noticesOf(community, person, 'announcements.%');
const names = [
  ['Fabio', () => french],
  ['Sara', () => spanish],
  ['Nico', () => kid],
  ['Tere', () => teacher],
  ['Adela', () => admin],
] as const;

describe('postAnnouncement', () => {
  it('tells every person once but its author, in the bell and by mail, and stands on the page of each', async () => {
    community.setNow(new Date('2026-11-20T18:00:00Z'));
    const made = await answerOf(post({}), postAnnouncement);
    expect(made).toMatchObject({ title: 'Noche de cine', words, author: 'Adela', told: 0, isTold: false });
    expect(await readBy(french)).toMatchObject([{ id: made.id, title: 'Noche de cine', words }]);
    expect(await toldOf(french)).toEqual([]);

    await community.runDue(tellReaders);
    await community.runDue(tellReaders);
    for (const person of [french, spanish, kid, teacher]) {
      expect(await toldOf(person)).toEqual([
        {
          kind: 'announcements.posted',
          detail: { title: 'Noche de cine', message: words },
          link: announcementsAddress,
        },
      ]);
    }
    expect(await toldOf(admin)).toEqual([]);
    expect((await managed())[0]).toMatchObject({ told: 4, isTold: true });

    // The letters wait as long as the toast offers to undo it.
    expect(await mailDue(community)).toEqual([]);
    community.setNow(new Date('2026-11-20T18:00:11Z'));
    const letters = await mailDue(community);
    expect(letters.map(({ to }) => to).sort()).toEqual([french.email, spanish.email].sort());
    expect(letters[0]?.text).toContain('Traigan palomitas.');
  });

  it.each<[Audience, string | null, string[]]>([
    ['adults', null, ['Fabio', 'Sara', 'Tere', 'Adela']],
    ['adults', 'fr', ['Fabio']],
    ['everybody', 'fr', ['Fabio', 'Nico']],
    ['kids', null, ['Nico']],
    ['teachers', null, ['Tere', 'Adela']],
  ])(
    'for %s who learn %s is read by those people, counted before and told to no others',
    async (audience, language, readers) => {
      const title = `Para ${audience} ${language}`;
      const query = `audience=${audience}${language ? `&language=${language}` : ''}`;
      const before = await answerOf(
        community.request(admin, 'GET', `/api/announcements/readers?${query}`),
        countReaders,
      );
      await answerOf(post({ title, audience, language }), postAnnouncement);
      await community.runDue(tellReaders);
      const reads: string[] = [];
      const told: string[] = [];
      for (const [name, person] of names) {
        if ((await readBy(person())).some((one) => one.title === title)) reads.push(name);
        if ((await toldOf(person())).some(({ detail }) => (detail as { title: string }).title === title))
          told.push(name);
      }
      expect(reads).toEqual(readers);
      expect(told).toEqual(readers.filter((name) => name !== 'Adela'));
      expect(before.readers).toBe(told.length);
      expect((await managed())[0]).toMatchObject({ title, told: told.length, isTold: true });
    },
  );

  it('passes over a person who is banned, and is refused where it would reach none', async () => {
    const banned = await community.person({ languages: ['ko'] });
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', banned.id)
      .execute();
    await expect(await post({ language: 'ko' })).toBeRefused(announcementRefusals.noReaders);
  });

  it('is one announcement under one idempotency key', async () => {
    const key = crypto.randomUUID();
    const twice = await Promise.all([post({ title: 'Una vez' }, key), post({ title: 'Una vez' }, key)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await managed()).filter(({ title }) => title === 'Una vez')).toHaveLength(1);
  });

  it('shortens long words in the notice, and keeps them on the page', async () => {
    const long = '소식을 전해요. '.repeat(150).trim();
    await answerOf(post({ title: 'Largo', words: long }), postAnnouncement);
    await community.runDue(tellReaders);
    const detail = (await toldOf(spanish)).at(-1)?.detail as { message: string } | undefined;
    const message = detail?.message ?? '';
    expect(message.endsWith('…')).toBe(true);
    expect(long.startsWith(message.slice(0, -1))).toBe(true);
    expect((await readBy(spanish))[0]?.words).toBe(long);
  });

  it.each([
    [{ title: ' ' }],
    [{ title: 'x'.repeat(121) }],
    [{ words: '' }],
    [{ words: 'x'.repeat(2001) }],
    [{ audience: 'robots' }],
    [{ audience: 'teachers', language: 'fr' }],
    [{ language: 'klingon' }],
  ])('refuses %j and writes nothing', async (wrong) => {
    const before = await managed();
    await expect(await post(wrong)).toBeRefused(commonRefusals.badInput);
    expect(await managed()).toEqual(before);
  });
});

describe('listAnnouncements', () => {
  it('goes by what the reader is now: a member who begins to learn French reads what was said before', async () => {
    await answerOf(post({ title: 'Salut', language: 'fr' }), postAnnouncement);
    const newcomer = await community.person({ languages: [] });
    const titles = async () => (await readBy(newcomer)).map(({ title }) => title);
    expect(await titles()).not.toContain('Salut');
    await community.db
      .updateTable('profiles')
      .set({ languages: ['fr'] })
      .where('userId', '=', newcomer.id)
      .execute();
    expect(await titles()).toContain('Salut');
  });
});
