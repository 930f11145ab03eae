import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceBehind } from '../../testing/races/race.ts';
import { noticesOf } from '../../testing/rows/notices-of.ts';
import { changeTeaching } from './change-teaching.ts';
import { listApplications, teacherRefusals } from './contract.ts';
import { decideApplication } from './decide-application.ts';
import { hidePage, keepPageHidden, showPage } from './hide-page.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('an administrator hides and shows the page of one teacher, and leaves those of others as they are', async () => {
  const teachers = await Promise.all(
    ['Inés', 'Luis'].map((name) => community.person({ role: 'teacher', verified: true, name })),
  );
  const [ines, luis] = teachers as [Person, Person];
  const ctx = await community.ctxFor(await community.person({ role: 'admin' }));
  const hidden = async () => {
    const pages = await community.db
      .selectFrom('teacherProfiles')
      .innerJoin('users', 'users.id', 'teacherProfiles.userId')
      .select(['name', 'pageHiddenReason as reason'])
      .where('pageHiddenAt', 'is not', null)
      .orderBy('name')
      .execute();
    return pages.map(({ name, reason }) => `${name}: ${reason}`);
  };
  await hidePage(ctx, ines.id, 'Insulta');
  // What is so already is no act.
  await hidePage(ctx, ines.id, 'Otra vez');
  await showPage(ctx, luis.id);
  expect(await hidden()).toEqual(['Inés: Insulta']);
  expect(await community.db.selectFrom('auditLog').select('act').execute()).toEqual([
    { act: 'teachers.hide-page' },
  ]);
  await hidePage(ctx, luis.id, 'Vende');
  expect(await hidden()).toEqual(['Inés: Insulta', 'Luis: Vende']);
  await showPage(ctx, ines.id);
  expect(await hidden()).toEqual(['Luis: Vende']);
});

it('a teacher hides no page, whichever feature asks', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const ctx = await community.ctxFor(teacher);
  await expect(hidePage(ctx, teacher.id, 'Insulta')).toBeRefused(commonRefusals.notAllowed);
  await expect(showPage(ctx, teacher.id)).toBeRefused(commonRefusals.notAllowed);
});

/** How many hidden pages the overview says wait, and which of them the list shows. */
async function waitingFor(admin: Person) {
  const answer = await community.request(admin, 'GET', '/api/admin/waiting');
  const { items } = await answerOf(
    community.request(admin, 'GET', '/api/teachers/applications?status=approved&pages=changed'),
    listApplications,
  );
  return { pages: (await answer.json()).pages, changed: items.map(({ id }) => id) };
}

it('a hidden page that its teacher changes waits for an administrator until it is shown', async () => {
  const admin = await community.person({ role: 'admin' });
  const teacher = await community.person({ role: 'teacher', verified: true });
  const ctx = await community.ctxFor(admin);
  const change = (bio: string) => community.request(teacher, 'PATCH', '/api/teachers/me', { bio });
  const waiting = () => waitingFor(admin);
  expect((await change('Doy clases de conversación.')).status).toBe(200);
  expect(await waiting()).toEqual({ pages: 0, changed: [] });
  await hidePage(ctx, teacher.id, 'Vende cursos');
  await change('Doy clases de conversación y de gramática.');
  expect(await waiting()).toEqual({ pages: 1, changed: [teacher.id] });
  await showPage(ctx, teacher.id);
  expect(await waiting()).toEqual({ pages: 0, changed: [] });
});

it('a hidden page that its teacher changed without mending it stays hidden for a new reason, which the teacher reads, and waits no more', async () => {
  const admin = await community.person({ role: 'admin' });
  const teacher = await community.person({ role: 'teacher', verified: true });
  const ctx = await community.ctxFor(admin);
  const change = (bio: string) => community.request(teacher, 'PATCH', '/api/teachers/me', { bio });
  await hidePage(ctx, teacher.id, 'Vende cursos');
  const keepHidden = (version: number) =>
    keepPageHidden(ctx, teacher.id, { reason: 'Todavía vende', version });
  await expect(keepHidden(1)).toBeRefused(teacherRefusals.alreadyDecided);
  await change('Compra mi otro curso.');
  await keepHidden(2);
  expect(await waitingFor(admin)).toEqual({ pages: 0, changed: [] });
  expect(await noticesOf(community, teacher, 'teachers.page-hidden')).toMatchObject([
    { detail: { reason: 'Vende cursos' } },
    { detail: { reason: 'Todavía vende' } },
  ]);
  // Saved without a change, it does not wait again.
  expect((await change('Compra mi otro curso.')).status).toBe(200);
  expect(await waitingFor(admin)).toEqual({ pages: 0, changed: [] });
  await change('Doy clases de conversación.');
  expect(await waitingFor(admin)).toEqual({ pages: 1, changed: [teacher.id] });
  await showPage(ctx, teacher.id);
});

it('an administrator who keeps a page hidden while its teacher saves it once more is told, and the page waits', async () => {
  const admin = await community.person({ role: 'admin' });
  const teacher = await community.person({ role: 'teacher', verified: true });
  const ctx = await community.ctxFor(admin);
  await hidePage(ctx, teacher.id, 'Vende cursos');
  await changeTeaching(await community.ctxFor(teacher), { bio: 'Compra mi otro curso.' });
  const [kept] = await raceBehind(
    await community.ctxFor(teacher),
    (inside) => changeTeaching(inside, { bio: 'Doy clases de conversación.' }),
    () => [keepPageHidden(ctx, teacher.id, { reason: 'Todavía vende', version: 2 })],
  );
  expect(kept).toMatchObject({ reason: { code: teacherRefusals.changedMeanwhile.code } });
  expect((await waitingFor(admin)).changed).toEqual([teacher.id]);
  await keepPageHidden(ctx, teacher.id, { reason: 'Todavía vende', version: 3 });
  expect((await waitingFor(admin)).changed).toEqual([]);
});

it('a hidden page that its teacher corrects in a new application waits for an administrator, and one that is shown does not', async () => {
  const admin = await community.person({ role: 'admin' });
  const [hidden, shown] = [
    await community.person({ role: 'teacher', verified: true }),
    await community.person({ role: 'teacher', verified: true }),
  ];
  const ctx = await community.ctxFor(admin);
  await hidePage(ctx, hidden.id, 'Vende cursos');
  for (const teacher of [hidden, shown]) {
    const form = { bio: 'Doy clases.', languagesTaught: ['es'], specialties: [], experienceYears: 2 };
    await decideApplication(ctx, { id: teacher.id, decision: 'revoke', reason: 'Corrige tu página' });
    const applied = await community.request(teacher, 'POST', '/api/teachers/application', form);
    expect(applied.status).toBe(200);
    await decideApplication(ctx, { id: teacher.id, decision: 'approve' });
  }
  expect(await waitingFor(admin)).toEqual({ pages: 1, changed: [hidden.id] });
});
