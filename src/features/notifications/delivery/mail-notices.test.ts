import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mail, Message } from '#server/mail/mail.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { mailServer } from '../../../testing/stand-ins/mail-server.ts';
import { appUrl, mailDue, noticeHandlers, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import { notify } from '../notify.ts';
import { withdrawNotices } from '../withdraw-notices.ts';

/* What these tests guarantee: a notice goes by mail to whom chose so, once, and not at all when it is no longer true,
 * wanted, or theirs to get. */

let community: Community;
const noon = new Date('2026-11-20T17:00:00Z');
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(noon);
});
afterAll(() => community.close());
afterEach(async () => {
  community.setNow(noon);
  await sql`delete from notifications`.execute(community.db);
  await sql`delete from due_work`.execute(community.db);
});

type Detail = Record<string, string | number | null>;
const tell = async (
  to: Person,
  kind = 'payments.refunded',
  detail: Detail = { title: 'Club', amountCents: 500 },
  link = '/x',
) => notify(await community.ctxFor(), { to: [to.id], kind, detail, link });
const choose = (person: Person, body: object) =>
  community.request(person, 'PATCH', '/api/notifications/choices', body);
const outcomes = async () =>
  (await community.db.selectFrom('noticeDeliveries').select('outcome').execute()).map((row) => row.outcome);
const live = ({ id }: Person, zone: string) =>
  sql`update users set zone = ${zone} where id = ${id}`.execute(community.db);
const at = (time: string) => community.setNow(new Date(time));

describe('a letter of a notice', () => {
  it('says what the bell says, in its reader’s language and zone, and leads to the place', async () => {
    const person = await personWithMail(community, { name: 'Ana <b>', zone: 'Asia/Seoul' });
    await sql`update users set locale = 'en' where id = ${person.id}`.execute(community.db);
    const detail = { title: 'Club & té', startsAt: '2026-12-01T23:00:00.000Z', reason: 'Lluvia' };
    at('2026-11-20T03:00:00Z');
    await tell(person, 'classes.cancelled', detail, '/classes?class=1');
    const [letter, ...more] = await mailDue(community);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ to: person.email });
    expect(letter?.subject).toMatch(/^“Club & té” on Wed, Dec 2, 08:00 .* was cancelled$/);
    expect(letter?.text).toMatch(/^“Club & té”.* was cancelled\.\n\nHello Ana <b>,\n/);
    expect(letter?.text).toContain('Reason: Lluvia');
    expect(letter?.text).toContain(`${appUrl}/classes?class=1`);
    expect(letter?.text).toContain(`${appUrl}/notifications/choices`);
    expect(letter?.html).toContain('Club &#38; té');
    expect(letter?.html).not.toContain('<b>');
    expect(await outcomes()).toEqual(['sent']);
  });

  it('is stopped by its own header, without a session and from a mail program', async () => {
    const person = await personWithMail(community);
    await tell(person);
    const [letter] = await mailDue(community);
    expect(letter?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const address =
      /^<http:\/\/localhost:3000(.+)>$/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    // Looking at it stops nothing: mail programs open links to look for viruses.
    const looked = await community.request(null, 'GET', address);
    expect(looked.headers.get('refresh')).toContain('/unsubscribe#');
    await tell(person);
    expect(await mailDue(community)).toHaveLength(1);
    for (let time = 0; time < 2; time++) {
      const answer = await community.api.request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(await answer.json()).toEqual({ topics: ['money'] });
    }
    await tell(person);
    await tell(person, 'classes.removed', { title: 'x', startsAt: noon.toISOString() });
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('«x»'),
    ]);
  });

  it('stops the topics that were in a gathered letter, and no other', async () => {
    const person = await personWithMail(community);
    await choose(person, { quiet: null, digest: true });
    await tell(person);
    await tell(person, 'teachers.reopened', {});
    community.setNow(new Date(noon.getTime() + 24 * 3600_000));
    const [letter, ...others] = await mailDue(community);
    expect(others).toEqual([]);
    const token = /unsubscribe\/(\S+)>/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const stopped = await community.request(null, 'POST', `/api/notifications/unsubscribe/${token}`);
    expect(await stopped.json()).toEqual({ topics: ['money', 'account'] });
    await tell(person);
    await tell(person, 'classes.removed', { title: 'x', startsAt: noon.toISOString() });
    community.setNow(new Date(noon.getTime() + 48 * 3600_000));
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('«x»'),
    ]);
  });

  it('another person’s, changed or made-up token stops nothing', async () => {
    const [ana, eva] = [await personWithMail(community), await personWithMail(community)];
    await tell(ana);
    const [letter] = await mailDue(community);
    const token = /unsubscribe\/(\S+)>/.exec(letter?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    for (const forged of [
      token.replace(ana.id, eva.id),
      token.replace('money', 'money_classes'),
      'x',
      token.slice(0, -1),
    ]) {
      const answer = await community.request(null, 'POST', `/api/notifications/unsubscribe/${forged}`);
      expect(answer.status).toBe(404);
    }
    expect(await community.db.selectFrom('noticeSettings').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ userId: eva.id }),
    );
  });

  it.each([
    ['a kid', `update profiles set age_group = 'kid' where user_id = $1`],
    ['a banned account', 'update users set banned_at = now() where id = $1'],
    ['an address that is not confirmed', 'update users set email_verified = false where id = $1'],
    ['a person who read it in the bell', 'update notifications set read_at = now() where user_id = $1'],
    [
      'a person who chose otherwise',
      `insert into notice_settings (user_id, chosen) values ($1, '{"money:email": false}')`,
    ],
  ])('goes not to %s, also when that is so only once it waits', async (_who, change) => {
    const person = await personWithMail(community);
    const apply = () => sql.raw(change.replace('$1', `'${person.id}'`)).execute(community.db);
    await tell(person);
    await apply();
    expect(await mailDue(community)).toEqual([]);
    expect(await outcomes()).toEqual(['unwanted']);
    if (change.includes('read_at')) return;
    await tell(person);
    expect(await mailDue(community)).toEqual([]);
  });

  it('is not sent when the notice was withdrawn or undone', async () => {
    const [person, other] = [await personWithMail(community), await community.person()];
    await tell(person);
    await tell(other);
    await withdrawNotices(await community.ctxFor(), {
      from: person.id,
      kinds: ['payments.refunded'],
      since: noon,
    });
    const left = community.db.selectFrom('notifications').select('userId');
    expect(await left.where('userId', 'in', [person.id, other.id]).execute()).toEqual([{ userId: other.id }]);
    await community.db.deleteFrom('notifications').where('userId', '=', other.id).execute();
    expect(await mailDue(community)).toEqual([]);
    expect(await community.db.selectFrom('dueWork').selectAll().execute()).toEqual([]);
  });

  it('is not sent once its offer has ended', async () => {
    const person = await personWithMail(community);
    const heldUntil = '2026-11-20T17:10:00.000Z';
    await tell(person, 'classes.seat-offered', {
      title: 'x',
      startsAt: '2026-11-20T20:00:00.000Z',
      heldUntil,
    });
    at(heldUntil);
    expect(await mailDue(community)).toEqual([]);
    expect(await outcomes()).toEqual(['late']);
  });
});

describe('quiet hours and the letter of the day', () => {
  it('what is told at night goes in one letter in the morning, the urgent at once', async () => {
    const person = await personWithMail(community, { zone: 'America/Bogota' });
    at('2026-11-21T04:00:00Z');
    await tell(person);
    await tell(person, 'memberships.granted', { tier: 'vip' });
    await tell(person, 'classes.removed', { title: 'Al alba', startsAt: '2026-11-21T11:00:00.000Z' });
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Al alba'),
    ]);
    at('2026-11-21T11:59:59Z');
    expect(await mailDue(community)).toEqual([]);
    at('2026-11-21T12:00:00Z');
    const [letter, ...more] = await mailDue(community);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Tus avisos de Sumi (2)');
    expect(letter?.text.replaceAll('\u00a0', ' ')).toContain(
      '- Te devolvimos $5.00 USD por «Club».\n- Ya tienes el plan VIP',
    );
    expect(letter?.headers?.['List-Unsubscribe']).toContain('.money.');
  });

  it.each<[string, (person: Person) => Promise<unknown>, string]>([
    ['lives in another zone by then', (person) => live(person, 'America/Bogota'), '2026-11-21T12:00:00Z'],
    [
      'chose other hours since',
      (person) => choose(person, { quiet: { from: 22, until: 10 } }),
      '2026-11-21T09:00:00Z',
    ],
  ])(
    'a letter that waits goes at the end of the quiet hours of a person who %s',
    async (_what, change, end) => {
      const person = await personWithMail(community, { zone: 'Europe/Madrid' });
      at('2026-11-20T22:00:00Z');
      await tell(person);
      await tell(person);
      await change(person);
      at('2026-11-21T06:00:00Z');
      expect(await mailDue(community)).toEqual([]);
      community.setNow(new Date(Date.parse(end) - 1000));
      expect(await mailDue(community)).toEqual([]);
      at(end);
      expect((await mailDue(community)).map(({ subject }) => subject)).toEqual(['Tus avisos de Sumi (2)']);
    },
  );

  it('a person without quiet hours is told at night, with the letter of the day at eight', async () => {
    const person = await personWithMail(community, { zone: 'America/Bogota' });
    at('2026-11-21T04:00:00Z');
    expect((await choose(person, { quiet: null })).status).toBe(200);
    await tell(person);
    expect(await mailDue(community)).toHaveLength(1);
    await choose(person, { digest: true });
    await tell(person);
    await tell(person);
    at('2026-11-21T12:59:59Z');
    expect(await mailDue(community)).toEqual([]);
    at('2026-11-21T13:00:00Z');
    expect(await mailDue(community)).toHaveLength(1);
  });

  it('the letter of the day that met no mail server goes minutes later, whatever is told meanwhile', async () => {
    const person = await personWithMail(community, { zone: 'America/Bogota' });
    await choose(person, { digest: true });
    await tell(person);
    at('2026-11-21T13:00:00Z');
    const away: Mail = { send: () => Promise.reject(new Error('away')) };
    for (const handler of noticeHandlers(away)) await community.runDue(handler);
    // What is told now waits for tomorrow; what failed does not.
    await tell(person);
    at('2026-11-21T13:05:00Z');
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual(['Tus avisos de Sumi (2)']);
    at('2026-11-22T13:00:00Z');
    expect(await mailDue(community)).toEqual([]);
  });
});

describe('the letter of the day that is being sent while its person is told more', () => {
  const eight = '2026-11-21T13:00:00Z';
  async function waiting(): Promise<Person> {
    const person = await personWithMail(community, { zone: 'America/Bogota' });
    await choose(person, { digest: true });
    await tell(person);
    at(eight);
    return person;
  }
  /** Tells the person while their letter is under way, which then fails or is sent. */
  async function sendWhileTelling(person: Person, isSent: boolean): Promise<void> {
    const mail: Mail = {
      async send() {
        await tell(person);
        if (!isSent) throw new Error('away');
      },
    };
    for (const handler of noticeHandlers(mail)) await community.runDue(handler);
  }

  it('goes minutes later where it failed, with what was told meanwhile', async () => {
    await sendWhileTelling(await waiting(), false);
    at('2026-11-21T13:05:00Z');
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual(['Tus avisos de Sumi (2)']);
  });

  it('leaves what was told meanwhile for the next day where it was sent', async () => {
    await sendWhileTelling(await waiting(), true);
    at('2026-11-21T13:05:00Z');
    expect(await mailDue(community)).toEqual([]);
    at('2026-11-22T13:00:00Z');
    expect(await mailDue(community)).toHaveLength(1);
  });

  it('is not put off where the process that sent it was killed', async () => {
    const person = await waiting();
    await sql`update due_work set attempts = 1, lease = gen_random_uuid(),
      leased_until = clock_timestamp() - interval '1 second' where kind = 'mail-digest'`.execute(
      community.db,
    );
    await tell(person);
    at('2026-11-21T13:05:00Z');
    expect((await mailDue(community)).map(({ subject }) => subject)).toEqual(['Tus avisos de Sumi (2)']);
  });
});

describe('a mail server', () => {
  const from = 'Sumi <hola@sumi.example>';
  const run = async (mail: Mail) => {
    for (const handler of noticeHandlers(mail)) await community.runDue(handler);
  };

  it.each(['away-for-now', 'stalls', 'no-sign-in'] as const)(
    'that %s loses no notice: its letter goes when the server is back, once',
    async (behaviour) => {
      const server = await mailServer(from);
      server.turn(behaviour);
      await tell(await personWithMail(community));
      await run(server.mail);
      server.turn('takes');
      // Not its turn yet.
      await run(server.mail);
      expect(server.taken).toEqual([]);
      at('2026-11-20T17:05:00Z');
      await run(server.mail);
      await run(server.mail);
      expect(server.taken).toHaveLength(1);
      expect(server.taken[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      await server.close();
    },
  );

  it('that takes a letter and hangs up gets it again under the same number', async () => {
    const server = await mailServer(from);
    server.turn('hangs-up-after-taking');
    await tell(await personWithMail(community));
    await run(server.mail);
    server.turn('takes');
    at('2026-11-20T17:05:00Z');
    await run(server.mail);
    const numbers = server.taken.map((letter) => /Message-ID: (\S+)/.exec(letter)?.[1]);
    expect(numbers).toHaveLength(2);
    expect(new Set(numbers).size).toBe(1);
    await server.close();
  });

  it('that knows no such mailbox is not asked twice', async () => {
    const server = await mailServer(from);
    server.turn('no-such-mailbox');
    await tell(await personWithMail(community));
    await run(server.mail);
    expect(await outcomes()).toEqual(['refused']);
    expect(await community.db.selectFrom('dueWork').selectAll().execute()).toEqual([]);
    await server.close();
  });

  it('gets each of forty letters once from three processes', async () => {
    for (let n = 0; n < 40; n++) await tell(await personWithMail(community));
    const sent = await sendTogether();
    expect(sent).toHaveLength(40);
    expect(new Set(sent).size).toBe(40);
  });

  it('the control: gets letters twice where the processes take no leases', async () => {
    for (let n = 0; n < 4; n++) await tell(await personWithMail(community));
    const { rows } = await sql<{ id: string }>`select notice_id as id from notice_deliveries`.execute(
      community.db,
    );
    const sent: string[] = [];
    const both = Promise.withResolvers<void>();
    const mail: Mail = {
      async send({ id }) {
        sent.push(id);
        if (sent.length === 8) both.resolve();
        await both.promise;
      },
    };
    const [handler] = noticeHandlers(mail);
    const ctx = await community.ctxFor();
    await Promise.all([0, 1].flatMap(() => rows.map(({ id }) => handler?.run(ctx, id))));
    expect(new Set(sent).size).toBe(4);
    expect(sent).toHaveLength(8);
  });

  const slowMail = (sent: string[]): Mail => ({
    async send({ id }: Message) {
      await sleep(5);
      sent.push(id);
    },
  });
  async function sendTogether(): Promise<string[]> {
    const sent: string[] = [];
    const mail = slowMail(sent);
    await Promise.all([run(mail), run(mail), run(mail)]);
    return sent;
  }
});
