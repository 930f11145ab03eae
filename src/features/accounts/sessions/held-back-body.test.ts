import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { sendHeldBack, sendJsonHeldBack } from '../../../testing/races/send-held-back.ts';

/* What these tests guarantee: who holds the last byte of a request back is judged by the rights and the time of the
 * moment at which it arrives. */

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

/** Bans the person as an administrator does. */
const ban = (person: Person) => async () => {
  const answer = await community.request(admin, 'PUT', `/api/people/${person.id}/ban`, {
    reason: 'Insultos',
  });
  expect(answer.status).toBe(200);
};

describe('a request of which the last byte is held back', () => {
  it('writes nothing to the students of a teacher who is banned meanwhile', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, teacher);
    await insertSeats(community.db, id, await community.person());
    const sent = sendJsonHeldBack(
      community,
      teacher,
      ['POST', `/api/classes/${id}/messages`, { words: 'Hola' }],
      ban(teacher),
    );
    await expect(sent).toBeRefused(commonRefusals.signInFirst);
    expect(await community.db.selectFrom('classMessages').selectAll().execute()).toEqual([]);
  });

  it('moves no coins for an administrator who is one no more', async () => {
    const former = await community.person({ role: 'admin' });
    const friend = await community.person();
    const sent = sendJsonHeldBack(
      community,
      former,
      ['POST', `/api/people/${friend.id}/coins`, { amount: 500, reason: 'Regalo' }],
      async () => {
        const path = `/api/people/${former.id}/role`;
        expect((await community.request(admin, 'PUT', path, { role: 'student' })).status).toBe(200);
      },
    );
    await expect(sent).toBeRefused(commonRefusals.notAllowed);
  });

  it('keeps no picture of a member who is banned meanwhile', async () => {
    const member = await community.person();
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#e4572e' } })
      .png()
      .toBuffer();
    const upload = { method: 'PUT', path: '/api/profiles/me/avatar', type: 'image/png', bytes };
    await expect(sendHeldBack(community, member, upload, ban(member))).toBeRefused(
      commonRefusals.signInFirst,
    );
  });

  it('is late for a club that starts meanwhile', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const student = await community.person();
    const startsAt = new Date(Date.now() + 60 * 60_000);
    const id = await insertClass(community.db, teacher, { kind: 'club', maxStudents: 6, startsAt });
    await insertSeats(community.db, id, student);
    const sent = sendJsonHeldBack(
      community,
      student,
      ['POST', `/api/classes/${id}/late-leaving`, { explanation: null }],
      async () => community.setNow(new Date(startsAt.getTime() + 60_000)),
    );
    expect((await sent).status).toBe(409);
    const seats = community.db.selectFrom('classEnrollments').select('userId').where('classId', '=', id);
    expect(await seats.execute()).toEqual([{ userId: student.id }]);
  });
});
