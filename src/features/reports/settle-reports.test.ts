import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyReportSubject } from '../../every-report-subject.ts';
import { insertAttended } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForRows } from '../../testing/races/race.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { goodPassword, personWithPassword } from '../../testing/sign-in.ts';
import { type ReportedThing, reportRefusals } from './contract.ts';
import { settleReports } from './settle-reports.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Adela' });
});
afterAll(() => community.close());

const settle = (kind: string, subject: string, body: object) =>
  community.request(admin, 'PUT', `/api/reports/${kind}/${subject}`, body);

/** A thing that so many people reported. */
async function reported(kind: string, subject: string, count = 1, reason = 'spam'): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => community.person()));
  for (const person of people) {
    const answer = await community.request(person, 'POST', '/api/reports', { kind, subject, reason });
    expect(answer.status).toBe(200);
  }
  return people;
}

async function queue(query = ''): Promise<ReportedThing[]> {
  const answer = await community.request(admin, 'GET', `/api/reports${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()).items;
}
const entry = async (subject: string, query = '') =>
  (await queue(query)).find((thing) => thing.subject === subject);

const showAgain = (kind: string, subject: string) =>
  community.request(admin, 'PUT', `/api/reports/${kind}/${subject}/shown`);

async function actsAbout({ id }: Person): Promise<string[]> {
  const { rows } = await sql<{ act: string }>`
    select act from audit_log where person_id = ${id} order by id`.execute(community.db);
  return rows.map(({ act }) => act);
}

/** A review of this person on the page of a teacher. */
async function reviewed(author: Person) {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const classId = await insertAttended(community.db, teacher, author);
  const review = { classId, userId: author.id, teacherId: teacher.id, words: 'Sus palabras.' };
  await community.db
    .insertInto('classReviews')
    .values({ ...review, rating: 1, mayQuote: true })
    .execute();
  const page = await (await community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`)).json();
  return { teacher, author, key: page.items[0].key as string };
}

it('settleReports takes an upheld video out of the feed, with the reason for its proposer, and tells those who reported', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const video = await insertVideo(community.db, { proposedBy: teacher.id });
  const people = await reported('video', video, 2);
  expect(await entry(video)).toMatchObject({ count: 2, isShown: true, canShow: false, status: 'open' });

  const answer = await settle('video', video, { outcome: 'upheld', reason: 'Es publicidad' });
  expect(answer.status).toBe(200);
  expect((await community.request(people[0] ?? null, 'GET', `/api/videos/${video}`)).status).toBe(404);
  for (const person of people)
    expect(await noticeKindsOf(community, person, 'reports.%')).toEqual(['reports.upheld']);
  const { rows } = await sql<{ act: string; reason: string }>`
    select act, reason from audit_log where subject = ${video} order by id`.execute(community.db);
  expect(rows).toEqual([
    { act: 'reports.uphold', reason: 'Es publicidad' },
    { act: 'videos.reject-video', reason: 'Es publicidad' },
  ]);
  expect(await entry(video)).toBeUndefined();
  expect(await entry(video, '?settled=true')).toMatchObject({
    status: 'upheld',
    settledBy: 'Adela',
    isShown: false,
  });
});

it('settleReports takes a video from kids alone when every report says that it is not for them, and from everybody otherwise', async () => {
  const kept = await insertVideo(community.db, { isForKids: true });
  const taken = await insertVideo(community.db, { isForKids: true });
  for (const video of [kept, taken]) await reported('video', video, 2, 'not-for-kids');
  await reported('video', taken);
  expect(await entry(kept)).toMatchObject({ keepsForAdults: true });
  expect(await entry(taken)).toMatchObject({ keepsForAdults: false });
  for (const video of [kept, taken]) {
    expect((await settle('video', video, { outcome: 'upheld', reason: 'Da miedo' })).status).toBe(200);
  }
  const { rows } = await sql<{ id: string }>`
    select id, is_for_kids, moderation_status from videos where id in (${kept}, ${taken})`.execute(
    community.db,
  );
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: kept, isForKids: false, moderationStatus: 'approved' },
      { id: taken, isForKids: false, moderationStatus: 'rejected' },
    ]),
  );
  const acts = await sql<{ act: string }>`
    select act from audit_log where subject = ${kept} order by id`.execute(community.db);
  expect(acts.rows.map(({ act }) => act)).toEqual(['reports.uphold', 'videos.change-video']);
});

it('settleReports leaves a video to adults that another administrator took from kids meanwhile', async () => {
  const video = await insertVideo(community.db, { isForKids: true });
  await reported('video', video, 2, 'not-for-kids');
  await community.db.updateTable('videos').set({ isForKids: false }).where('id', '=', video).execute();
  expect(await entry(video)).toMatchObject({ keepsForAdults: true });
  expect((await settle('video', video, { outcome: 'upheld', reason: 'Da miedo' })).status).toBe(200);
  const left = community.db.selectFrom('videos').select('moderationStatus').where('id', '=', video);
  expect(await left.executeTakeFirst()).toEqual({ moderationStatus: 'approved' });
});

it('settleReports hides upheld notes from students until an administrator saves them, and tells the teacher why', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const student = await community.person();
  const classId = await insertAttended(community.db, teacher, student);
  const path = `/api/classes/${classId}/notes`;
  const write = (person: Person, notes: string, version: number) =>
    community.request(person, 'PUT', path, { notes, version });
  const read = async (person: Person) => (await community.request(person, 'GET', path)).json();
  expect((await write(teacher, 'Compra mi curso.', 0)).status).toBe(200);
  const report = { kind: 'notes', subject: classId, reason: 'spam' };
  expect((await community.request(student, 'POST', '/api/reports', report)).status).toBe(200);
  expect(await entry(classId)).toMatchObject({ isShown: true });

  const reason = 'Es publicidad';
  expect((await settle('notes', classId, { outcome: 'upheld', reason })).status).toBe(200);
  expect(await read(student)).toMatchObject({ notes: null, version: 0, hiddenReason: null });
  expect(await read(teacher)).toMatchObject({ notes: 'Compra mi curso.', hiddenReason: reason });
  const { rows } = await sql<{ detail: object }>`
    select detail from notifications where user_id = ${teacher.id} and kind = 'classes.notes-hidden'`.execute(
    community.db,
  );
  expect(rows).toMatchObject([{ detail: { reason } }]);
  expect((await community.request(student, 'POST', '/api/reports', report)).status).toBe(404);

  // The teacher corrects them, and an administrator shows them again.
  expect((await write(teacher, 'Los pasados.', 1)).status).toBe(200);
  expect(await read(student)).toMatchObject({ notes: null });
  expect((await write(admin, 'Los pasados.', 2)).status).toBe(200);
  expect(await read(student)).toMatchObject({ notes: 'Los pasados.', version: 3 });
  expect(await read(teacher)).toMatchObject({ hiddenReason: null });
});

it('settleReports leaves a dismissed video in the feed', async () => {
  const video = await insertVideo(community.db, {});
  const [ana] = (await reported('video', video)) as [Person];
  await settle('video', video, { outcome: 'dismissed' });
  expect((await community.request(ana, 'GET', `/api/videos/${video}`)).status).toBe(200);
  expect(await noticeKindsOf(community, ana, 'reports.%')).toEqual(['reports.dismissed']);
  // It can be reported again.
  await reported('video', video);
  expect(await entry(video)).toMatchObject({ status: 'open', count: 1 });
});

it('settleReports hides an upheld review from visitors', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const author = await community.person();
  const classId = await insertAttended(community.db, teacher, author);
  await community.db
    .insertInto('classReviews')
    .values({ classId, userId: author.id, teacherId: teacher.id, rating: 1, words: 'Mala.', mayQuote: true })
    .execute();
  const read = async () =>
    (await (await community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`)).json()).items;
  const [{ key }] = await read();
  await reported('review', key);
  expect(await entry(key)).toMatchObject({ title: 'Mala.', isShown: true });
  await settle('review', key, { outcome: 'upheld', reason: 'Insulta' });
  expect(await read()).toEqual([]);
  expect(await entry(key, '?settled=true')).toMatchObject({ title: 'Mala.', isShown: false });
});

it("settleReports hides an upheld teacher's page until an administrator shows it, tells the teacher why, and lets them teach on", async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  await reported('teacher', teacher.id);
  await settle('teacher', teacher.id, { outcome: 'upheld', reason: 'Vende cursos' });
  const status = async () => (await community.request(null, 'GET', `/api/teachers/${teacher.id}`)).status;
  expect(await status()).toBe(404);
  expect(await (await community.request(teacher, 'GET', '/api/teachers/me')).json()).toMatchObject({
    isVerified: true,
    pageHiddenReason: 'Vende cursos',
  });
  expect((await community.request(teacher, 'GET', '/api/classes/possible-teachers')).status).toBe(200);
  // What the teacher writes meanwhile does not show it.
  await community.request(teacher, 'PATCH', '/api/teachers/me', { bio: 'Enseño con calma.' });
  expect(await status()).toBe(404);
  expect(await entry(teacher.id, '?settled=true')).toMatchObject({ isShown: false, canShow: true });
  expect((await showAgain('teacher', teacher.id)).status).toBe(200);
  expect(await status()).toBe(200);
  expect(await actsAbout(teacher)).toEqual(['reports.uphold', 'teachers.hide-page', 'teachers.show-page']);
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications where user_id = ${teacher.id} and kind like 'teachers.page-%' order by id`.execute(
    community.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['teachers.page-hidden', 'teachers.page-shown']);
});

it('settleReports hides the upheld name of the author of a review, whom the reporter never learns', async () => {
  const { teacher, author, key } = await reviewed(await community.person({ name: 'Insulto Feo' }));
  const [reporter] = (await reported('name', key)) as [Person];
  await sql`update users set name = 'Nombre Nuevo' where id = ${author.id}`.execute(community.db);
  expect(await entry(author.id)).toMatchObject({
    kind: 'name',
    title: 'Nombre Nuevo',
    link: `/admin/students?person=${author.id}`,
    reports: { items: [{ shown: 'Insulto Feo' }] },
  });
  await settle('name', author.id, { outcome: 'upheld', reason: 'Insulta' });
  const shownAuthor = async () =>
    (await (await community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`)).json()).items[0]
      .name;
  expect(await shownAuthor()).toMatch(/^\p{Lu}\p{Ll}+ \d{2,3}$/u);
  // An alias cannot be reported.
  const again = { kind: 'name', subject: key, reason: 'spam' };
  expect((await community.request(reporter, 'POST', '/api/reports', again)).status).toBe(404);
  expect((await showAgain('name', author.id)).status).toBe(200);
  expect(await shownAuthor()).toBe('Nombre N.');
  expect(await actsAbout(author)).toEqual(['reports.uphold', 'people.hide-name', 'people.show-name']);
});

it('settleReports hides an upheld name of the cup on every board, also on those to come', async () => {
  const owner = await community.person();
  const ids: string[] = [];
  const publish = async (season: string) => {
    await sql`update cup_boards set status = 'archived'`.execute(community.db);
    const { rows } = await sql<{ id: string }>`
      with board as (insert into cup_boards (season, row_count, language_counts, status, live_at)
        values (${season}, 1, '{"en": 1}', 'live', now()) returning id)
      insert into duolingo_rankings (board_id, full_name, username, language, xp_position, streak_position,
          xp_position_in_language, streak_position_in_language)
        select id, 'Grosería Enorme', 'Grosera', 'en', 1, 1, 1, 1 from board returning id`.execute(
      community.db,
    );
    ids.push(rows[0]?.id ?? '');
  };
  await publish('2026-09-01');
  await sql`insert into cup_claims (user_id, username, status, decided_at)
    values (${owner.id}, 'grosera', 'confirmed', now())`.execute(community.db);
  const named = async () => (await (await community.request(null, 'GET', '/api/cup')).json()).items[0];
  const [line = ''] = ids;
  await reported('cup-name', line);
  expect(await entry(line)).toMatchObject({ title: 'Grosería Enorme', isShown: true });
  await settle('cup-name', line, { outcome: 'upheld', reason: 'Insulta' });
  expect(await named()).toMatchObject({ id: line, alias: { animal: expect.any(String) } });
  await publish('2026-10-01');
  expect(await named()).toMatchObject({ id: ids[1], alias: { animal: expect.any(String) } });
  const { rows } = await sql<{ kind: string; detail: object }>`
    select kind, detail from notifications where user_id = ${owner.id}`.execute(community.db);
  expect(rows).toEqual([{ kind: 'cup.name-hidden', detail: { reason: 'Insulta' } }]);
  const again = { kind: 'cup-name', subject: ids[1], reason: 'spam' };
  expect((await community.request(await community.person(), 'POST', '/api/reports', again)).status).toBe(404);
  expect((await showAgain('cup-name', line)).status).toBe(200);
  expect(await named()).toMatchObject({ name: 'Grosería E.', alias: null });
});

it("reports of a person's name, review and cup row are gone with the account, and the words with them", async () => {
  const { author, key } = await reviewed(await personWithPassword(community, { name: 'Palabra Única' }));
  await reported('name', key);
  await reported('review', key);
  await settle('name', author.id, { outcome: 'dismissed' });
  await sql`update users set name = 'Otro Nombre' where id = ${author.id}`.execute(community.db);
  const left = { password: goodPassword, typed: author.email };
  expect((await community.request(author, 'POST', '/api/privacy/deletion', left)).status).toBe(200);
  const { rows } = await sql<{ said: string }>`
    select to_jsonb(reports)::text as said from reports
    union all select to_jsonb(audit_log)::text from audit_log`.execute(community.db);
  for (const { said } of rows) {
    expect(said).not.toContain('Palabra Única');
    expect(said).not.toContain('Sus palabras');
  }
});

it('settleReports settles what is gone, which the queue shows without a title', async () => {
  const video = await insertVideo(community.db, {});
  await reported('video', video);
  await sql`delete from videos where id = ${video}`.execute(community.db);
  expect(await entry(video)).toMatchObject({ title: null, link: null, isShown: false });
  expect((await settle('video', video, { outcome: 'upheld', reason: 'Ya no está' })).status).toBe(200);
});

it('settleReports leaves open what an administrator has not read: a later report, and one that was replaced since', async () => {
  const video = await insertVideo(community.db, {});
  const [ana, leo] = (await reported('video', video, 2)) as [Person, Person];
  const upTo = (await entry(video))?.reports.items[0]?.createdAt;
  community.setNow(new Date(Date.parse(upTo ?? '') + 60_000));
  const [sara] = (await reported('video', video)) as [Person];
  const again = { kind: 'video', subject: video, reason: 'not-for-kids' };
  expect((await community.request(leo, 'POST', '/api/reports', again)).status).toBe(200);
  expect((await settle('video', video, { outcome: 'dismissed', upTo })).status).toBe(200);
  expect(await noticeKindsOf(community, ana, 'reports.%')).toEqual(['reports.dismissed']);
  for (const unread of [leo, sara]) expect(await noticeKindsOf(community, unread, 'reports.%')).toEqual([]);
  expect(await entry(video)).toMatchObject({ status: 'open', count: 2 });
  community.setNow(null);
});

it('settleReports upholds only with a reason', async () => {
  const video = await insertVideo(community.db, {});
  await reported('video', video);
  expect((await settle('video', video, { outcome: 'upheld' })).status).toBe(400);
  expect(await entry(video)).toMatchObject({ status: 'open' });
});

it('of two administrators who decide at once the second is refused and nothing is told twice', async () => {
  const video = await insertVideo(community.db, {});
  const [ana] = (await reported('video', video)) as [Person];
  const answers = await Promise.all([
    settle('video', video, { outcome: 'upheld', reason: 'Es publicidad' }),
    settle('video', video, { outcome: 'dismissed' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.filter(({ status }) => status === 409);
  for (const answer of refused) await expect(answer).toBeRefused(reportRefusals.settledMeanwhile);
  expect(await noticeKindsOf(community, ana, 'reports.%')).toHaveLength(1);
});

it('the control: two administrators who decide at once both do where a report is changed as it was read', async () => {
  // A view whose rows are changed whatever became of them since the statement began: PostgreSQL looks no second time.
  const careless = await newCommunity({
    withoutGuards: `
      alter table reports rename to reports_kept;
      create view reports as select * from reports_kept;
      create function settle_blindly() returns trigger language plpgsql as $$
      begin
        update reports_kept set status = new.status, settled_at = new.settled_at, settled_by = new.settled_by
          where id = old.id;
        return new;
      end $$;
      create trigger settle_blindly instead of update on reports for each row execute function settle_blindly()`,
  });
  const decider = await careless.person({ role: 'admin' });
  const reporter = await careless.person();
  const video = await insertVideo(careless.db, {});
  const report = { reporterId: reporter.id, subjectKind: 'video', subjectId: video, reason: 'spam' } as const;
  await careless.db.insertInto('reports').values(report).execute();
  const ctx = await careless.ctxFor(decider);
  const both = await raceForRows(careless.db, 'reportsKept', () => [
    settleReports(
      ctx,
      everyReportSubject,
      { kind: 'video', subject: video },
      { outcome: 'upheld', reason: 'Es publicidad' },
    ),
    settleReports(
      ctx,
      everyReportSubject,
      { kind: 'video', subject: video },
      { outcome: 'dismissed', reason: null },
    ),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await careless.close();
});

it('listReports pages through open reports, the longest waiting first, and through settled ones, the latest first', async () => {
  const many = 23;
  const ana = await community.person();
  await sql`delete from reports`.execute(community.db);
  await sql`insert into reports (reporter_id, subject_kind, subject_id, reason, created_at)
    select ${ana.id}, 'video', uuidv7(), 'spam', now() - n * interval '1 hour' from generate_series(1, ${many}) n`.execute(
    community.db,
  );
  const all = async (settled: boolean) => {
    const found: ReportedThing[] = [];
    for (let cursor = ''; ; ) {
      const answer = await community.request(admin, 'GET', `/api/reports?settled=${settled}${cursor}`);
      const page = await answer.json();
      found.push(...page.items);
      if (!page.nextCursor) return found;
      cursor = `&cursor=${page.nextCursor}`;
    }
  };
  const open = await all(false);
  expect(open).toHaveLength(many);
  expect(open.map(({ firstAt }) => firstAt)).toEqual(open.map(({ firstAt }) => firstAt).toSorted());
  await sql`update reports set status = 'dismissed', settled_at = created_at`.execute(community.db);
  const settled = await all(true);
  expect(settled.map(({ subject }) => subject)).toEqual(open.map(({ subject }) => subject).toReversed());
});
