import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../testing/stand-ins/notice-mail.ts';
import { listAnnouncements, postAnnouncement, withdrawAnnouncement } from './contract.ts';
import { announcementData } from './own-data.ts';
import { tellReaders } from './tell-readers.ts';

let community: Community;
let admin: Person;
let other: Person;
let reader: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-20T18:00:00Z'));
  admin = await community.person({ role: 'admin' });
  other = await community.person({ role: 'admin' });
  reader = await personWithMail(community);
});
afterAll(() => community.close());

async function post(by = admin): Promise<string> {
  const body = { title: 'Noche de cine', words: 'El viernes.', audience: 'everybody' };
  return (await answerOf(community.request(by, 'POST', '/api/announcements', body), postAnnouncement)).id;
}
const withdraw = (id: string, by = admin) => community.request(by, 'DELETE', `/api/announcements/${id}`);
const page = async () =>
  (await answerOf(community.request(reader, 'GET', '/api/announcements'), listAnnouncements)).items;

describe('withdrawAnnouncement', () => {
  it('takes it from the page and from the bells, also where it was read, and its letters are not sent', async () => {
    const id = await post();
    await community.runDue(tellReaders);
    await community.request(reader, 'POST', '/api/notifications/read', {});
    expect(await noticeKindsOf(community, reader)).toEqual(['announcements.posted']);
    expect(await answerOf(withdraw(id), withdrawAnnouncement)).toEqual({ withdrawn: true });
    expect(await noticeKindsOf(community, reader)).toEqual([]);
    expect(await page()).toEqual([]);
    community.setNow(new Date('2026-11-20T18:01:00Z'));
    expect(await mailDue(community)).toEqual([]);
    await expect(await withdraw(id)).toBeRefused(commonRefusals.notFound);
  });

  it('leaves those untold who were not told before it was withdrawn', async () => {
    await withdraw(await post());
    await community.runDue(tellReaders);
    expect(await noticeKindsOf(community, reader)).toEqual([]);
  });

  it('is for every administrator, and audited with the title, the author and without the words', async () => {
    const id = await post();
    await answerOf(withdraw(id, other), withdrawAnnouncement);
    const acts = await community.db
      .selectFrom('auditLog')
      .select(['act', 'actorId', 'personId', 'detail'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      {
        act: 'announcements.post',
        actorId: admin.id,
        personId: null,
        detail: { title: 'Noche de cine', audience: 'everybody', language: null },
      },
      {
        act: 'announcements.withdraw',
        actorId: other.id,
        personId: admin.id,
        detail: { title: 'Noche de cine' },
      },
    ]);
  });
});

it('what an administrator wrote goes with their account, and its notices with it', async () => {
  const leaver = await community.person({ role: 'admin' });
  await post(leaver);
  await community.runDue(tellReaders);
  expect(await page()).toHaveLength(1);
  const ctx = await community.ctxFor(leaver);
  await announcementData.erase?.(ctx, { userId: leaver.id, provedEmail: leaver.email, image: null });
  expect(await page()).toEqual([]);
  expect(await noticeKindsOf(community, reader)).toEqual([]);
});
