import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass, insertSeats } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { leaveCommunity, personWithPassword, signUp } from '../../testing/sign-in.ts';
import { listNotifications } from './contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await personWithPassword(community, { role: 'admin', name: 'Adela' });
});
afterAll(() => community.close());

const ask = async (method: string, path: string, body: unknown, who = admin) => {
  const answer = await community.request(who, method, path, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
};
/** What the notices of a person are filled with, the first one first. */
const noticesFor = async (person: Person) => {
  const { items } = await answerOf(community.request(person, 'GET', '/api/notifications'), listNotifications);
  return items.map(({ kind, detail }) => ({ kind, detail })).reverse();
};
const teacher = (name: string) => personWithPassword(community, { role: 'teacher', verified: true, name });

/** A class that goes from one teacher to another, and its student, who is told so. */
async function handOver(from: Person, to: Person): Promise<Person> {
  const student = await community.person({ tier: 'vip' });
  const startsAt = new Date(Date.now() + 30 * 3_600_000);
  const classId = await insertClass(community.db, from, { startsAt, title: 'Club de cine' });
  await insertSeats(community.db, classId, student);
  await ask('PUT', `/api/classes/${classId}/teacher`, { teacherId: to.id });
  return student;
}

describe('deleting an account', () => {
  it.each(['5000', 'Club de cine', 'Inés Ávila'])(
    'leaves the notices of others as they are where the person was called %j, as values of them are',
    async (name) => {
      const student = await handOver(await teacher('Hugo Paz'), await teacher('Inés Ávila'));
      await ask('POST', `/api/people/${student.id}/coins`, { amount: 5000, reason: 'Ganó el concurso' });
      const before = await noticesFor(student);
      expect(before).toMatchObject([
        { kind: 'classes.other-teacher', detail: { title: 'Club de cine', name: 'Inés Ávila' } },
        { kind: 'people.coins-credited', detail: { amount: 5000 } },
      ]);
      await leaveCommunity(
        community,
        await signUp(community, { name, email: `${crypto.randomUUID()}@example.org` }),
      );
      expect(await noticesFor(student)).toEqual(before);
    },
  );

  it('takes the name of the person out of the notices that name them, also one that they had before', async () => {
    const before = await teacher('Hugo Paz');
    const after = await teacher('Inés Ávila');
    const student = await handOver(before, after);
    await ask('PATCH', '/api/profiles/me', { name: 'Inés Otra' }, after);
    const again = await handOver(after, before);
    // Hugo has a class to give and stays; Inés gave hers away, but for the first one.
    await community.db.updateTable('classes').set({ createdBy: before.id }).execute();
    await leaveCommunity(community, after);
    expect(await noticesFor(student)).toMatchObject([
      { detail: { title: 'Club de cine', name: 'Cuenta eliminada' } },
    ]);
    expect(await noticesFor(again)).toMatchObject([{ detail: { title: 'Club de cine', name: 'Hugo Paz' } }]);
  });

  it('takes the name of an applicant out of what administrators read, and the unread request with it', async () => {
    const applicant = await personWithPassword(community, { name: 'Teo Ríos' });
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', applicant.id)
      .execute();
    const form = {
      bio: 'Enseño conversación desde hace años.',
      languagesTaught: ['en'],
      specialties: [],
      experienceYears: 3,
    };
    const other = await community.person({ role: 'admin' });
    await ask('POST', '/api/teachers/application', form, applicant);
    expect(await noticesFor(other)).toHaveLength(1);
    expect((await noticesFor(admin)).at(-1)).toMatchObject({
      kind: 'teachers.applied',
      detail: { name: 'Teo Ríos' },
    });
    await community.db
      .updateTable('notifications')
      .set({ readAt: new Date() })
      .where('userId', '=', admin.id)
      .execute();
    await leaveCommunity(community, applicant);
    expect((await noticesFor(admin)).at(-1)).toMatchObject({ detail: { name: 'Cuenta eliminada' } });
    expect(await noticesFor(other)).toEqual([]);
  });
});
