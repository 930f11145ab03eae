import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askGuardian } from '#features/accounts/guardian/ask-guardian.ts';
import { consentByLink } from '#features/accounts/guardian/consent-by-link.ts';
import { setGuardianConsent } from '#features/accounts/guardian/set-guardian-consent.ts';
import type { Message } from '#server/mail/mail.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { mailDue, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import { notify } from '../notify.ts';
import { withdrawNotices } from '../withdraw-notices.ts';

/* What these tests guarantee: who consented by a letter to a kid's classes is written to about them, at an address that
 * is proved, until they want no more. */

let community: Community;
const noon = new Date('2026-11-20T17:00:00Z');
const guardian = 'mama.de.lia@example.org';
const about = { title: 'Cuentos', startsAt: '2026-12-01T23:00:00.000Z' };
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(noon);
});
afterAll(() => community.close());
afterEach(async () => {
  await sql`delete from notifications`.execute(community.db);
  await sql`delete from guardian_consents`.execute(community.db);
});

/** A kid who named a guardian, and whose guardian followed the letter unless `consented` is false. */
async function kidWithGuardian({ consented = true } = {}): Promise<Person> {
  const kid = await community.person({ ageGroup: 'kid', name: 'Lía Prado' });
  const ctx = await community.ctxFor(kid);
  await askGuardian(ctx, kid.id, guardian);
  if (consented) await consentByLink(ctx, kid.id, guardian);
  return kid;
}
/** Another guardian, or the same one, is asked and consents, as if none had before. */
async function consentedBy(kid: Person, address: string): Promise<void> {
  await sql`update guardian_consents set given_at = null, address_proved = false`.execute(community.db);
  await askGuardian(await community.ctxFor(kid), kid.id, address);
  await consentByLink(await community.ctxFor(kid), kid.id, address);
}
const tell = async (to: Person, kind = 'classes.cancelled', link = '/classes') =>
  notify(await community.ctxFor(), { to: [to.id], kind, detail: about, link });
const received = async () => (await mailDue(community)).map(({ to, subject }) => ({ to, subject }));
const tokenOf = (letter: Message | undefined) =>
  /unsubscribe\/(\S+)>/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
const stop = (letter: Message | undefined) =>
  community.request(null, 'POST', `/api/notifications/unsubscribe/${tokenOf(letter)}`);

describe('the guardian of a kid', () => {
  it('hears that an organiser took the seat of the kid away, and not of one that was given', async () => {
    const kid = await kidWithGuardian();
    await tell(kid, 'classes.seat-given');
    await tell(kid, 'classes.seat-taken-away');
    expect(await received()).toEqual([
      { to: guardian, subject: expect.stringMatching(/^Lía: Ya no tienes lugar en «Cuentos»/) },
    ]);
  });

  it('hears that an organiser took the seat away that the kid is paying for', async () => {
    await tell(await kidWithGuardian(), 'classes.held-seat-taken-away');
    expect(await received()).toEqual([
      { to: guardian, subject: expect.stringMatching(/^Lía: Ya no te guardamos lugar en «Cuentos»/) },
    ]);
  });

  it('hears that an organiser took the kid off a waiting list', async () => {
    await tell(await kidWithGuardian(), 'classes.wait-taken-away');
    expect(await received()).toEqual([
      { to: guardian, subject: expect.stringMatching(/^Lía: Quien organiza «Cuentos»/) },
    ]);
  });

  it('hears that the class of the kid was deleted', async () => {
    await tell(await kidWithGuardian(), 'classes.removed');
    expect(await received()).toEqual([{ to: guardian, subject: expect.stringMatching(/^Lía: .*«Cuentos»/) }]);
  });

  it('reads what the teacher writes to the class of the kid', async () => {
    const kid = await kidWithGuardian();
    const teacher = await community.person({ name: 'Inés' });
    const detail = { ...about, message: 'Traigan tijeras.' };
    await notify(await community.ctxFor(), { to: [kid.id], kind: 'classes.message', detail, names: teacher });
    const [letter] = await mailDue(community);
    expect(letter).toMatchObject({ to: guardian, subject: expect.stringMatching(/^Lía: Inés te escribe/) });
    expect(letter?.text).toContain('Traigan tijeras.');
  });

  it('hears of a class that is cancelled or moved and of the day before it, in a letter that names the kid', async () => {
    const kid = await kidWithGuardian();
    await tell(kid);
    await tell(kid, 'classes.starts-in-a-day');
    const letters = await mailDue(community);
    expect(letters.map(({ to }) => to)).toEqual([guardian, guardian]);
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Lía: Recuerda: «Cuentos» empieza/),
      expect.stringMatching(/^Lía: Se canceló «Cuentos»/),
    ]);
    const cancelled = letters.find(({ subject }) => subject.includes('canceló'));
    expect(cancelled?.text).toContain('Diste permiso a Lía para sus clases en vivo en Sumi.');
    expect(cancelled?.html).not.toContain('Prado');
    expect(cancelled?.text).not.toContain('/notifications/choices');
  });

  it('gets a letter, and a class for the calendar, that lead nowhere but to the end of such letters and of the consent', async () => {
    const kid = await kidWithGuardian();
    const teacher = await personWithMail(community, { role: 'teacher', verified: true });
    const startsAt = new Date(about.startsAt);
    const classId = await insertClass(community.db, teacher, { targetAudience: 'kid', startsAt });
    await insertSeats(community.db, classId, kid);
    const notice = { kind: 'classes.starts-in-a-day', detail: about, link: '/classes', about: classId };
    await notify(await community.ctxFor(), { to: [kid.id, teacher.id], ...notice });
    const letters = await mailDue(community);
    const [theirs, own] = [guardian, teacher.email].map((to) => letters.find((letter) => letter.to === to));
    const linksIn = (words = '') =>
      [...words.matchAll(/https?:[^\s"<]+/g)].map(([link]) => new URL(link).pathname);
    expect(linksIn(theirs?.text)).toEqual(['/unsubscribe', '/auth/withdraw']);
    expect(linksIn(theirs?.html)).toEqual(['/unsubscribe', '/auth/withdraw']);
    expect(theirs?.text).toContain('Lía lo ve en su cuenta de Sumi.');
    expect(theirs?.calendar).toContain('SUMMARY');
    expect(theirs?.calendar).not.toContain('URL');
    // The control: a person with an account has them all.
    expect(linksIn(own?.text)).toEqual(['/classes', '/notifications/choices', '/unsubscribe']);
    expect(own?.calendar).toContain('URL');
  });

  it('hears of nothing else that the kid is told', async () => {
    const kid = await kidWithGuardian();
    for (const kind of ['classes.starts-in-an-hour', 'classes.marked-absent', 'people.coins-credited'])
      await tell(kid, kind);
    expect(await received()).toEqual([]);
  });

  it('is written to at once although the kid read it in the bell, and chose no letters, quiet hours and one a day', async () => {
    const kid = await kidWithGuardian();
    const topics = [{ topic: 'classes', email: false }];
    const choices = { topics, quiet: { from: 1, until: 0 }, digest: true };
    expect((await community.request(kid, 'PATCH', '/api/notifications/choices', choices)).status).toBe(200);
    await tell(kid);
    await sql`update notifications set read_at = now() where user_id = ${kid.id}`.execute(community.db);
    expect(await received()).toHaveLength(1);
  });

  it('gets no letter about what was withdrawn before it left, although the kid read it', async () => {
    const kid = await kidWithGuardian();
    const other = await kidWithGuardian();
    await tell(kid);
    await tell(other);
    await sql`update notifications set read_at = now()`.execute(community.db);
    const kinds = ['classes.cancelled'];
    expect(await withdrawNotices(await community.ctxFor(), { from: kid.id, kinds, since: noon })).toBe(0);
    expect(await received()).toHaveLength(1);
    const left = community.db.selectFrom('notifications').select('id').where('userId', '=', kid.id);
    expect(await left.execute()).toHaveLength(1);
  });

  it('is not reminded of a class that the kid has left, was moved or cancelled, although the kid read of it', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const facts = { targetAudience: 'kid' as const, startsAt: new Date(about.startsAt) };
    const classes: Record<string, string> = {};
    for (const title of ['left', 'moved', 'cancelled', 'stays']) {
      const classId = await insertClass(community.db, teacher, facts);
      classes[title] = classId;
      const kid = await kidWithGuardian();
      await insertSeats(community.db, classId, kid);
      const reminder = { kind: 'classes.starts-in-a-day', detail: { ...about, title }, about: classId };
      await notify(await community.ctxFor(), { to: [kid.id], ...reminder });
    }
    await sql`update notifications set read_at = now()`.execute(community.db);
    await community.db.deleteFrom('classEnrollments').where('classId', '=', classes.left!).execute();
    const change = (title: string) => community.db.updateTable('classes').where('id', '=', classes[title]!);
    await change('moved')
      .set({ startsAt: new Date('2026-12-02T23:00:00Z') })
      .execute();
    await change('cancelled').set({ status: 'cancelled', cancelledAt: noon }).execute();
    expect(await received()).toEqual([{ to: guardian, subject: expect.stringContaining('«stays»') }]);
    const { numDeletedRows } = await community.db.deleteFrom('notifications').executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(4n);
  });

  it('stops such letters by one press, which the kid cannot take back', async () => {
    const kid = await kidWithGuardian();
    await tell(kid);
    const [letter] = await mailDue(community);
    const stopped = await stop(letter);
    expect(await stopped.json()).toEqual({ topics: ['classes'] });
    const topics = [{ topic: 'classes', email: true, push: true }];
    await community.request(kid, 'PATCH', '/api/notifications/choices', { topics });
    await tell(kid);
    expect(await received()).toEqual([]);
    await tell(kid, 'classes.starts-in-a-day');
    expect(await received()).toHaveLength(1);
  });

  it('gets the letters that another guardian stopped, whom the kid named before', async () => {
    const kid = await kidWithGuardian();
    await tell(kid);
    const [letter] = await mailDue(community);
    await stop(letter);
    const topics = [{ topic: 'money', email: false }];
    await community.request(kid, 'PATCH', '/api/notifications/choices', { topics });
    // The same guardian is asked again, and still wants none.
    for (const [address, letters] of [
      [guardian, 0],
      ['otra@example.org', 1],
    ] as const) {
      await consentedBy(kid, address);
      await tell(kid);
      expect(await received()).toHaveLength(letters);
    }
    const { chosen } = await community.db
      .selectFrom('noticeSettings')
      .select('chosen')
      .where('userId', '=', kid.id)
      .executeTakeFirstOrThrow();
    expect(chosen).toEqual({ 'money:email': false });
  });

  it('gets the letters although a former guardian follows the link of an old letter', async () => {
    const kid = await kidWithGuardian();
    await tell(kid);
    const [old] = await mailDue(community);
    await consentedBy(kid, 'otra@example.org');
    const stopped = await stop(old);
    expect([stopped.status, await stopped.json()]).toEqual([200, { topics: ['classes'] }]);
    await tell(kid);
    const [letter] = await mailDue(community);
    expect(letter?.to).toBe('otra@example.org');
    await stop(letter);
    await tell(kid);
    expect(await received()).toEqual([]);
  });

  it.each([
    ['did not consent yet', async () => kidWithGuardian({ consented: false })],
    [
      'consented on paper: an administrator recorded it, and the address is the kid’s word',
      async () => {
        const kid = await kidWithGuardian({ consented: false });
        await setGuardianConsent(await community.ctxFor(), kid.id, true);
        return kid;
      },
    ],
    [
      'consented before an administrator revoked it and recorded another consent on paper',
      async () => {
        const kid = await kidWithGuardian();
        for (const given of [false, true]) await setGuardianConsent(await community.ctxFor(), kid.id, given);
        return kid;
      },
    ],
    [
      'consented, and an administrator revoked it',
      async () => {
        const kid = await kidWithGuardian();
        await setGuardianConsent(await community.ctxFor(), kid.id, false);
        return kid;
      },
    ],
  ])('gets no letter who %s', async (_who, make) => {
    await tell(await make());
    expect(await received()).toEqual([]);
  });

  it('gets no letter that waits when the consent is revoked meanwhile', async () => {
    const kid = await kidWithGuardian();
    await tell(kid);
    await setGuardianConsent(await community.ctxFor(), kid.id, false);
    expect(await received()).toEqual([]);
  });
});
