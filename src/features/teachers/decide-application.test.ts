import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../testing/stand-ins/notice-mail.ts';
import { teacherRefusals } from './contract.ts';
import { decideApplication } from './decide-application.ts';

let community: Community;
let admin: Person;
let applicant: Person;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  admin = await community.person({ role: 'admin', name: 'Admin Pérez' });
});
afterAll(() => community.close());
beforeEach(async () => {
  applicant = await community.person({ role: 'teacher' });
});

const decide = (id: string, what: string, body: object = {}, person = admin) =>
  community.request(person, 'POST', `/api/teachers/applications/${id}/${what}`, { version: 1, ...body });
const reason = 'Falta el certificado.';

const statusOf = async ({ id }: Person) =>
  community.db
    .selectFrom('teacherProfiles')
    .select(['verificationStatus', 'rejectionReason', 'decidedBy'])
    .where('userId', '=', id)
    .executeTakeFirst();
const actsOn = async ({ id }: Person) =>
  community.db
    .selectFrom('auditLog')
    .select(['act', 'actorId', 'reason'])
    .where('personId', '=', id)
    .orderBy('id')
    .execute();
/** Whether they may organise classes, according to their next request over HTTP. */
const mayTeach = async (person: Person) =>
  (await community.request(person, 'GET', '/api/classes/managed')).status === 200;

describe('decideApplication', () => {
  it('refuses to approve a kid, also one who applied while marked as an adult', async () => {
    const asKid = () =>
      community.db
        .updateTable('profiles')
        .set({ ageGroup: 'kid' })
        .where('userId', '=', applicant.id)
        .execute();
    await asKid();
    const answer = await decide(applicant.id, 'approve');
    await expect(answer).toBeRefused(teacherRefusals.adultsOnly);
    expect((await statusOf(applicant))?.verificationStatus).toBe('pending');
  });

  it('approves: the applicant can teach from their next request on, is notified, and the act is audited', async () => {
    expect(await mayTeach(applicant)).toBe(false);
    const answer = await decide(applicant.id, 'approve');
    expect(await answer.json()).toEqual({ id: applicant.id, verificationStatus: 'approved' });
    expect(await mayTeach(applicant)).toBe(true);
    expect(await statusOf(applicant)).toEqual({
      verificationStatus: 'approved',
      rejectionReason: null,
      decidedBy: admin.id,
    });
    expect(await noticesOf(community, applicant)).toEqual([
      { kind: 'teachers.approved', detail: {}, link: '/teacher' },
    ]);
    expect(await actsOn(applicant)).toEqual([
      { act: 'teachers.approve-application', actorId: admin.id, reason: null },
    ]);
  });

  it.each(['approve', 'reject'])(
    'asks other administrators no more after %s, in the bell or by mail',
    async (what) => {
      const other = await personWithMail(community, { role: 'admin' });
      await community.request(other, 'PATCH', '/api/notifications/choices', { digest: true, quiet: null });
      const [decided, waiting] = [await community.person(), await community.person({ name: 'Eva' })];
      const form = { bio: 'Doy conversación.', languagesTaught: ['fr'], specialties: [], experienceYears: 4 };
      for (const person of [decided, waiting])
        await community.request(person, 'POST', '/api/teachers/application', form);
      expect(await noticesOf(community, other)).toHaveLength(2);
      await decide(decided.id, what, what === 'reject' ? { reason } : {});
      expect(await noticesOf(community, other)).toMatchObject([{ detail: { name: 'Eva' } }]);
      await community.db
        .updateTable('dueWork')
        .set({ dueAt: new Date(0) })
        .execute();
      expect((await mailDue(community)).filter(({ to }) => to === other.email)).toMatchObject([
        { subject: expect.stringContaining('Eva') },
      ]);
    },
  );

  it('rejects with a reason that the applicant reads', async () => {
    expect((await decide(applicant.id, 'reject', { reason })).status).toBe(200);
    expect(await mayTeach(applicant)).toBe(false);
    const own = await community.request(applicant, 'GET', '/api/teachers/me');
    expect(await own.json()).toMatchObject({ verificationStatus: 'rejected', rejectionReason: reason });
    expect(await noticesOf(community, applicant)).toEqual([
      { kind: 'teachers.rejected', detail: { reason }, link: '/teacher' },
    ]);
    expect(await actsOn(applicant)).toEqual([
      { act: 'teachers.reject-application', actorId: admin.id, reason },
    ]);
  });

  it('revokes: the teacher’s next request is refused', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    expect(await mayTeach(teacher)).toBe(true);
    expect((await decide(teacher.id, 'revoke', { reason })).status).toBe(200);
    expect(await mayTeach(teacher)).toBe(false);
    expect(await noticesOf(community, teacher)).toEqual([
      { kind: 'teachers.revoked', detail: { reason }, link: '/teacher' },
    ]);
    expect((await actsOn(teacher)).map(({ act }) => act)).toEqual(['teachers.revoke-application']);
  });

  it.each(['reject', 'revoke'])('refuses to %s without a reason', async (what) => {
    for (const body of [{}, { reason: ' ' }, { reason: 'a'.repeat(501) }, { reason: 5 }]) {
      expect((await decide(applicant.id, what, body)).status).toBe(400);
    }
    expect(await noticesOf(community, applicant)).toEqual([]);
  });

  it.each([
    ['approve', 'approved'],
    ['reject', 'approved'],
    ['approve', 'rejected'],
    ['reject', 'rejected'],
    ['revoke', 'rejected'],
    ['revoke', 'pending'],
    ['reopen', 'pending'],
  ] as const)('cannot %s what is %s', async (what, verificationStatus) => {
    await community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus })
      .where('userId', '=', applicant.id)
      .execute();
    const answer = await decide(applicant.id, what, { reason });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'teachers/already-decided' }),
    ]);
    expect(await actsOn(applicant)).toEqual([]);
    expect(await noticesOf(community, applicant)).toEqual([]);
  });

  it('refuses an administrator who decides their own application', async () => {
    const both = await community.person({ role: 'admin' });
    await community.request(both, 'POST', '/api/teachers/application', {
      bio: 'Yo.',
      languagesTaught: ['es'],
    });
    for (const what of ['approve', 'reject', 'revoke', 'reopen']) {
      const answer = await decide(both.id, what, { reason }, both);
      expect([answer.status, await answer.json()], what).toEqual([
        409,
        expect.objectContaining({ code: 'teachers/own-application' }),
      ]);
    }
    expect(await statusOf(both)).toMatchObject({ verificationStatus: 'pending' });
    expect((await decide(both.id, 'approve')).status).toBe(200);
  });

  it.each(['approve', 'reject'])(
    'refuses to %s what the applicant has changed since it was read',
    async (what) => {
      const changed = await community.request(applicant, 'PATCH', '/api/teachers/me', {
        bio: 'Compra mi curso.',
      });
      expect(changed.status).toBe(200);
      const answer = decide(applicant.id, what, { reason });
      await expect(answer).toBeRefused(teacherRefusals.changedMeanwhile);
      expect((await statusOf(applicant))?.verificationStatus).toBe('pending');
      expect((await decide(applicant.id, what, { reason, version: 2 })).status).toBe(200);
    },
  );

  it('lets the only administrator of a community approve their own application, which is audited', async () => {
    const alone = await newCommunity();
    const both = await alone.person({ role: 'admin' });
    const ask = (path: string, body: object) => alone.request(both, 'POST', `/api/teachers/${path}`, body);
    await ask('application', { bio: 'Yo.', languagesTaught: ['es'] });
    const queue = await alone.request(both, 'GET', '/api/teachers/applications');
    expect(await queue.json()).toMatchObject({ items: [{ id: both.id, isOwn: false }] });
    expect((await ask(`applications/${both.id}/approve`, { version: 1 })).status).toBe(200);
    const acts = await alone.db.selectFrom('auditLog').select(['act', 'actorId', 'personId']).execute();
    expect(acts).toEqual([{ act: 'teachers.approve-application', actorId: both.id, personId: both.id }]);
    await alone.close();
  });

  it('answers 404 for a person whose teacher role was removed', async () => {
    await community.db.deleteFrom('userRoles').where('userId', '=', applicant.id).execute();
    expect((await decide(applicant.id, 'approve')).status).toBe(404);
  });
});

describe('reopening an application', () => {
  it('puts the application back in the queue and deletes the unread notice', async () => {
    await decide(applicant.id, 'approve');
    expect((await decide(applicant.id, 'reopen')).status).toBe(200);
    expect(await mayTeach(applicant)).toBe(false);
    expect(await statusOf(applicant)).toEqual({
      verificationStatus: 'pending',
      rejectionReason: null,
      decidedBy: null,
    });
    expect(await noticesOf(community, applicant)).toEqual([]);
    expect((await actsOn(applicant)).map(({ act }) => act)).toEqual([
      'teachers.approve-application',
      'teachers.reopen-application',
    ]);
  });

  it('notifies an applicant who had read the decision', async () => {
    await decide(applicant.id, 'reject', { reason });
    await community.request(applicant, 'POST', '/api/notifications/read', {});
    await decide(applicant.id, 'reopen');
    expect((await noticesOf(community, applicant)).map(({ kind }) => kind)).toEqual([
      'teachers.rejected',
      'teachers.reopened',
    ]);
  });

  it('notifies an applicant whose letter about the decision may have left', async () => {
    const decidedAt = new Date();
    community.setNow(decidedAt);
    await decide(applicant.id, 'approve');
    community.setNow(new Date(decidedAt.getTime() + 10_000));
    await decide(applicant.id, 'reopen');
    community.setNow(null);
    expect((await noticesOf(community, applicant)).map(({ kind }) => kind)).toEqual(['teachers.reopened']);
  });

  it('leaves older notices alone', async () => {
    await decide(applicant.id, 'reject', { reason });
    await community.request(applicant, 'POST', '/api/teachers/application', {
      bio: 'Otra vez.',
      languagesTaught: ['es'],
    });
    await decide(applicant.id, 'approve');
    await decide(applicant.id, 'reopen');
    expect((await noticesOf(community, applicant)).map(({ kind }) => kind)).toEqual(['teachers.rejected']);
  });
});

describe('a concurrent approval and rejection', () => {
  /** Each has read the application, or waits for its lock, before the first writes its line in the audit log. */
  async function race(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
    const person = await community.person({ role: 'teacher' });
    const contexts = await Promise.all(Array.from({ length: 10 }, () => community.ctxFor(admin)));
    const outcomes = await raceForTable(community.db, 'auditLog', () =>
      contexts.map((ctx, at) =>
        decideApplication(change(ctx), {
          id: person.id,
          ...(at % 2 === 0 ? { decision: 'approve' } : { decision: 'reject', reason }),
        }),
      ),
    );
    const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
    // The status, the notice and the audit log agree.
    expect(await noticesOf(community, person)).toHaveLength(answered);
    expect(await actsOn(person)).toHaveLength(answered);
    return answered;
  }

  it('has one winner, and the others are refused', async () => {
    const answers = await raceForTable(community.db, 'auditLog', () =>
      Array.from({ length: 10 }, async (_, at) => {
        const { status } = await decide(applicant.id, at % 2 ? 'approve' : 'reject', { reason });
        return status;
      }),
    );
    const statuses = answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await race()).toBe(1);
  });

  it('the control: has ten winners without the lock', async () => {
    expect(await race(withoutRowLocks)).toBe(10);
  });
});
