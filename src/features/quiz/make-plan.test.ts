import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass, minutesFromNow, now } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { makePlan, type PersonalPlan } from './contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Profa. Inés' });
});
afterAll(() => community.close());
beforeEach(() => community.setNow(now));
afterEach(async () => {
  for (const table of ['rateLimits', 'quizLeads', 'classEnrollments', 'classes', 'videos'] as const) {
    await community.db.deleteFrom(table).execute();
  }
});

const contact = { name: ' Ximena Ruiz ', email: ' Ximena@Example.org ', country: 'Colombia' };
const answers = {
  language: 'en',
  level: 'basic',
  goals: ['travel', 'work'],
  learningStyle: ['group'],
  availableTime: '15-30',
  modality: ['mixed'],
};

const ask = (person: Person | null, body: object) =>
  community.request(person, 'POST', '/api/quiz/plan', body);

async function planOf(person: Person | null, changes: object = {}): Promise<PersonalPlan> {
  return answerOf(ask(person, { ...answers, ...(person ? {} : { contact }), ...changes }), makePlan);
}

const leads = () => community.db.selectFrom('quizLeads').selectAll().execute();
const scheduled = (title: string, facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(community.db, teacher, { title, language: 'en', level: 'basic', ...facts });
const titles = ({ sessions }: PersonalPlan) => sessions.map(({ title }) => title);

describe('a visitor who makes a plan', () => {
  it('leaves a lead with the answers and the contact', async () => {
    await planOf(null);
    expect(await leads()).toMatchObject([
      { name: 'Ximena Ruiz', email: 'ximena@example.org', country: 'Colombia', ...answers },
    ]);
  });

  it.each([
    ['a name of one letter', { ...contact, name: ' X ' }],
    ['a name of 81 letters', { ...contact, name: 'x'.repeat(81) }],
    ['a name written backwards', { ...contact, name: '\u202eana' }],
    ['no e-mail address', { ...contact, email: 'ximena' }],
    ['an e-mail address of 255 letters', { ...contact, email: `${'x'.repeat(243)}@example.org` }],
    ['no country', { ...contact, country: '  ' }],
    ['a text that is no country', { ...contact, country: 'mex' }],
    ['a country of 61 letters', { ...contact, country: 'x'.repeat(61) }],
  ])('is refused with %s, and nothing is kept', async (_what, wrong) => {
    expect((await ask(null, { ...answers, contact: wrong })).status).toBe(400);
    expect(await leads()).toEqual([]);
  });

  it('is told to sign in when the contact is missing, and nothing is stored', async () => {
    expect((await ask(null, answers)).status).toBe(401);
    expect(await leads()).toEqual([]);
  });

  it.each([
    ['an unknown language', { language: 'xx' }],
    ['no goal', { goals: [] }],
    ['an unknown goal', { goals: ['fame'] }],
    ['an unknown style', { learningStyle: ['sleeping'] }],
    ['two times', { availableTime: ['5-10', '1-2'] }],
    ['the same modality forty times', { modality: Array(40).fill('club') }],
  ])('is refused with %s', async (_what, wrong) => {
    expect((await ask(null, { ...answers, contact, ...wrong })).status).toBe(400);
    expect(await leads()).toEqual([]);
  });

  it('cannot set a protected column of the lead', async () => {
    const forged = {
      id: '00000000-0000-7000-8000-000000000001',
      createdAt: '2001-01-01T00:00:00Z',
      userId: teacher.id,
    };
    await ask(null, { ...answers, ...forged, contact: { ...contact, ...forged } });
    const [lead] = await leads();
    expect(lead?.id).not.toBe(forged.id);
    expect(lead?.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  it('can leave exactly five leads in half an hour from one address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask(null, { ...answers, contact })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(await leads()).toHaveLength(5);
    community.setNow(minutesFromNow(30));
    expect((await ask(null, { ...answers, contact })).status).toBe(200);
  });

  it('is not charged for an invalid request by the rate limit', async () => {
    for (let i = 0; i < 6; i++) await ask(null, { ...answers, contact: { ...contact, email: 'x' } });
    expect((await ask(null, { ...answers, contact })).status).toBe(200);
  });

  it('cannot read leads', async () => {
    for (const path of ['/api/quiz/plan', '/api/quiz/leads']) {
      expect((await community.request(null, 'GET', path)).status).toBe(404);
    }
    expect(JSON.stringify(await planOf(null))).not.toContain('ximena');
  });

  it('sees neither teacher, students nor meeting link of a session', async () => {
    await scheduled('Club de viajes', { kind: 'club', meetLink: 'https://meet.example.org/secreto' });
    const plan = await planOf(null);
    expect(Object.keys(plan.sessions[0] ?? {}).sort()).toEqual(
      'durationMinutes id kind level requiredTier seatsLeft startsAt title'.split(' '),
    );
    expect(JSON.stringify(plan)).not.toMatch(/secreto|Inés/);
  });

  it('is shown no session whose page says nothing to visitors, because its teacher may not give classes any more', async () => {
    const former = await community.person({ role: 'teacher', verified: true });
    const facts = { title: 'sin profesor', language: 'en', level: 'basic' } as const;
    const id = await insertClass(community.db, former, facts);
    expect(titles(await planOf(null))).toEqual(['sin profesor']);
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', former.id)
      .execute();
    expect((await community.request(null, 'GET', `/api/sharing/classes/${id}`)).status).toBe(404);
    expect(titles(await planOf(null))).toEqual([]);
  });
});

describe('the personal plan', () => {
  it('lists the sessions of the next two weeks in that language and level that are still open', async () => {
    await scheduled('después', { startsAt: minutesFromNow(3 * 24 * 60) });
    await scheduled('pronto', { kind: 'club' });
    await scheduled('para todos los niveles', { level: null, startsAt: minutesFromNow(4 * 24 * 60) });
    await scheduled('otro idioma', { language: 'fr' });
    await scheduled('otro nivel', { level: 'advanced' });
    await scheduled('ya empezó', { startsAt: minutesFromNow(-5) });
    await scheduled('en un mes', { startsAt: minutesFromNow(30 * 24 * 60) });
    await scheduled('cancelada', { status: 'cancelled', cancelledAt: new Date() });
    await scheduled('llena', { maxStudents: 1, seatsTaken: 1 });
    await scheduled('para niños', { targetAudience: 'kid' });
    expect(titles(await planOf(null))).toEqual(['pronto', 'después', 'para todos los niveles']);
  });

  it('lists for a member neither a session whose teacher may not give classes any more nor one whose free seats are waited for', async () => {
    const former = await community.person({ role: 'teacher', verified: true });
    await insertClass(community.db, former, { title: 'sin profesor', language: 'en', level: 'basic' });
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', former.id)
      .execute();
    const classId = await scheduled('esperada', { maxStudents: 2, seatsTaken: 1 });
    const member = await community.person();
    expect(titles(await planOf(member))).toEqual(['esperada']);
    const { id: userId } = await community.person();
    await community.db.insertInto('classWaiting').values({ classId, userId }).execute();
    expect(titles(await planOf(member))).toEqual([]);
  });

  it('lists clubs, classes or neither, as the modality says', async () => {
    await scheduled('un club', { kind: 'club' });
    await scheduled('una clase', { startsAt: minutesFromNow(2 * 24 * 60) });
    expect(titles(await planOf(null, { modality: ['club'] }))).toEqual(['un club']);
    expect(titles(await planOf(null, { modality: ['private'] }))).toEqual(['una clase']);
    expect(titles(await planOf(null, { modality: ['async', 'club'] }))).toEqual(['un club']);
    expect(titles(await planOf(null, { modality: ['async'] }))).toEqual([]);
  });

  it('lists at most six sessions, those within the membership first', async () => {
    for (let i = 1; i <= 6; i++) {
      await scheduled(`vip ${i}`, { requiredTier: 'vip', startsAt: minutesFromNow(i * 60) });
    }
    await scheduled('gratis', { startsAt: minutesFromNow(9 * 24 * 60) });
    const free = titles(await planOf(null));
    expect(free).toHaveLength(6);
    expect(free.at(-1)).toBe('gratis');
    const vip = await community.person({ tier: 'vip' });
    expect(titles(await planOf(vip))).toEqual(['vip 1', 'vip 2', 'vip 3', 'vip 4', 'vip 5', 'vip 6']);
  });

  it('lists visible videos of that language and level, those about the goals first', async () => {
    const video = (title: string, traits: object, day: number) =>
      insertVideo(community.db, { title, createdAt: `2026-11-${10 + day}T10:00:00Z`, ...traits });
    await video('de viajes', { topics: ['travel'] }, 1);
    await video('de música', { topics: ['music'] }, 2);
    await video('otro idioma', { language: 'fr', topics: ['travel'] }, 3);
    await video('otro nivel', { level: 'advanced', topics: ['travel'] }, 3);
    await video('en espera', { moderationStatus: 'pending', topics: ['travel'] }, 3);
    await video('apagado', { isActive: false, topics: ['travel'] }, 3);
    const { videos } = await planOf(null);
    expect(videos.map(({ title }) => title)).toEqual(['de viajes', 'de música']);
  });
});

describe('a member who makes a plan', () => {
  it('gets the answers in the profile, keeps the languages it had, and leaves no lead', async () => {
    const person = await community.person({ languages: ['fr'] });
    await planOf(person, { contact, goals: ['travel', 'travel'] });
    const profile = await (await community.request(person, 'GET', '/api/profiles/me')).json();
    expect(profile).toMatchObject({
      languages: ['en', 'fr'],
      level: 'basic',
      goals: ['travel'],
      learningStyle: ['group'],
      availableTime: '15-30',
      modality: ['mixed'],
      name: person.name,
      country: null,
    });
    expect(await leads()).toEqual([]);
  });

  it('gets the country into a profile that has none, and keeps the one that a profile has', async () => {
    const person = await community.person();
    const countryOf = async () =>
      (await (await community.request(person, 'GET', '/api/profiles/me')).json()).country;
    await planOf(person, { country: 'Kolumbien' });
    expect(await countryOf()).toBe('Colombia');
    await planOf(person, { country: 'Chile' });
    expect(await countryOf()).toBe('Colombia');
  });

  it('sees classes in the new language on every page at once', async () => {
    await scheduled('en inglés', { kind: 'club' });
    const person = await community.person({ languages: ['fr'] });
    expect(titles(await planOf(person))).toEqual(['en inglés']);
    const listed = await (await community.request(person, 'GET', '/api/classes')).json();
    expect(listed.items).toHaveLength(1);
  });

  it('is not rate limited, and changes no other field of the profile', async () => {
    const person = await community.person();
    for (let i = 0; i < 7; i++) await planOf(person);
    const before = await (await community.request(person, 'GET', '/api/profiles/me')).json();
    await planOf(person, { tier: 'vip', ageGroup: 'kid', userId: teacher.id, streakDays: 99, name: 'Otra' });
    expect(await (await community.request(person, 'GET', '/api/profiles/me')).json()).toEqual(before);
  });

  it('sees only sessions for kids when the member is a kid', async () => {
    await scheduled('para niños', { targetAudience: 'kid' });
    await scheduled('para adultos');
    const kid = await community.person({ ageGroup: 'kid' });
    expect(titles(await planOf(kid))).toEqual(['para niños']);
  });

  it('sees adult sessions as an administrator, and no session of their own as a teacher', async () => {
    await scheduled('de Inés');
    await scheduled('para niños', { targetAudience: 'kid' });
    expect(titles(await planOf(await community.person({ role: 'admin' })))).toEqual(['de Inés']);
    expect(titles(await planOf(teacher))).toEqual([]);
  });

  it('keeps the profile unchanged when reading the plan fails', async () => {
    const person = await community.person();
    expect((await ask(person, { ...answers, level: 'native' })).status).toBe(400);
    const profile = await (await community.request(person, 'GET', '/api/profiles/me')).json();
    expect(profile).toMatchObject({ languages: [], goals: [], availableTime: null });
  });
});
