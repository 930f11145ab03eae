import { afterEach, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { insertAttended } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertReview } from '../../testing/rows/insert-review.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import type { ReportedThing } from './contract.ts';
import type { SubjectKind } from './rules.ts';

let community: Community;
/** An administrator who also teaches, and whom the reports are about. */
let author: Person;
let kid: Person;
beforeEach(async () => {
  community = await newCommunity();
  author = await community.person({ role: 'admin', name: 'Aurora' });
  kid = await community.person({ name: 'Kiko Pérez' });
});
afterEach(() => community.close());

const words = 'Me insultó.';

async function insertReport(subjectKind: SubjectKind, subjectId: string): Promise<void> {
  const report = { reporterId: kid.id, subjectKind, subjectId, reason: 'harmful', words } as const;
  await community.db.insertInto('reports').values(report).execute();
}

const settle = (who: Person, kind: SubjectKind, subject: string) =>
  community.request(who, 'PUT', `/api/reports/${kind}/${subject}`, { outcome: 'dismissed' });

async function queue(who: Person, settled = false): Promise<ReportedThing[]> {
  return (await (await community.request(who, 'GET', `/api/reports?settled=${settled}`)).json()).items;
}

/** Something of the author's, of every kind that says whose it is by its own rows, by its id. */
const kinds: Partial<Record<SubjectKind, () => Promise<string>>> = {
  name: async () => author.id,
  video: () => insertVideo(community.db, { proposedBy: author.id }),
  async message() {
    const classId = await insertAttended(community.db, author, kid);
    const { id } = await community.db
      .insertInto('classMessages')
      .values({ classId, writtenBy: author.id, words: 'Tonto.', readers: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  async notes() {
    const classId = await insertAttended(community.db, author, kid);
    const path = `/api/classes/${classId}/notes`;
    expect((await community.request(author, 'PUT', path, { notes: 'Tonto.', version: 0 })).status).toBe(200);
    return classId;
  },
};

it.each(Object.entries(kinds))(
  'an administrator neither reads who reported what is theirs nor settles that, and another one does both: %s',
  async (name, insert) => {
    const kind = name as SubjectKind;
    const other = await community.person({ role: 'admin', name: 'Otilia' });
    const subject = await insert();
    await insertReport(kind, subject);
    const read = await community.request(author, 'GET', `/api/reports/${kind}/${subject}`);
    await expect(read).toBeRefused(commonRefusals.ownMatter);
    expect(await queue(author)).toMatchObject([
      {
        count: 1,
        canShow: false,
        allowed: { settle: commonRefusals.ownMatter.code },
        reports: { items: [] },
      },
    ]);
    await expect(settle(author, kind, subject)).toBeRefused(commonRefusals.ownMatter);
    expect(await queue(other)).toMatchObject([
      { status: 'open', allowed: { settle: null }, reports: { items: [{ words, by: 'Kiko Pérez' }] } },
    ]);
    expect((await settle(other, kind, subject)).status).toBe(200);
    expect(JSON.stringify(await queue(author, true))).not.toMatch(/Kiko|insultó/);
  },
);

it('the only administrator of a community reads and settles the reports of what is theirs', async () => {
  await insertReport('name', author.id);
  expect(await queue(author)).toMatchObject([{ allowed: { settle: null }, reports: { items: [{ words }] } }]);
  expect((await settle(author, 'name', author.id)).status).toBe(200);
});

it('an administrator does not show their own hidden name again, neither from the reports nor from their page', async () => {
  const other = await community.person({ role: 'admin' });
  const path = `/api/people/${author.id}/hidden-name`;
  expect((await community.request(other, 'PUT', path, { reason: 'Insulta' })).status).toBe(200);
  const shown = await community.request(author, 'PUT', `/api/reports/name/${author.id}/shown`);
  await expect(shown).toBeRefused(commonRefusals.ownMatter);
  await expect(await community.request(author, 'DELETE', path)).toBeRefused(commonRefusals.ownMatter);
  expect((await community.request(other, 'DELETE', path)).status).toBe(200);
});

it('an administrator does not show the hidden notes of a class of theirs again by saving them', async () => {
  const other = await community.person({ role: 'admin' });
  const classId = (await kinds.notes?.()) ?? '';
  await insertReport('notes', classId);
  const body = { outcome: 'upheld', reason: 'Insulta' };
  expect((await community.request(other, 'PUT', `/api/reports/notes/${classId}`, body)).status).toBe(200);
  const save = (who: Person, version: number) =>
    community.request(who, 'PUT', `/api/classes/${classId}/notes`, { notes: 'Tonto.', version });
  const isHidden = async () =>
    (await community.db.selectFrom('classNotes').select('hiddenAt').executeTakeFirst())?.hiddenAt !== null;
  expect((await save(author, 1)).status).toBe(200);
  expect(await isHidden()).toBe(true);
  expect((await save(other, 2)).status).toBe(200);
  expect(await isHidden()).toBe(false);
});

it('an administrator neither hides nor quotes a review of their own teaching where another one can', async () => {
  const classId = await insertReview(community.db, { teacher: author, author: kid });
  const put = (who: Person, what: 'hidden' | 'quote', body: object) =>
    community.request(who, 'PUT', `/api/classes/${classId}/reviews/${kid.id}/${what}`, body);
  expect((await put(author, 'hidden', { hidden: true })).status).toBe(200);
  const other = await community.person({ role: 'admin' });
  await expect(put(author, 'hidden', { hidden: false })).toBeRefused(commonRefusals.ownMatter);
  await expect(put(author, 'quote', { quoted: true })).toBeRefused(commonRefusals.ownMatter);
  const listed = await community.request(author, 'GET', `/api/classes/${classId}/reviews`);
  expect((await listed.json()).items).toMatchObject([{ allowed: { quote: commonRefusals.ownMatter.code } }]);
  expect((await put(other, 'quote', { quoted: true })).status).toBe(200);
});
