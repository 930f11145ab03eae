import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertClass } from '../class-scene.ts';
import { newCommunity } from '../community.ts';

it('a community fails the test file that ends with a broken invariant, and says which and whose', async () => {
  const community = await newCommunity();
  const { id } = await community.person();
  await community.db.updateTable('wallets').set({ balance: 51 }).where('userId', '=', id).execute();
  await expect(community.close()).rejects.toMatchObject({
    actual: [{ name: 'a wallet is the sum of its ledger and counts its movements', rows: [{ userId: id }] }],
  });
});

it('a community judges its invariants by its own clock', async () => {
  const community = await newCommunity();
  const teacher = await community.person({ role: 'teacher', verified: true });
  const kid = await community.person({ ageGroup: 'kid' });
  const classId = await insertClass(community.db, teacher, { startsAt: new Date('2031-05-01T10:00:00Z') });
  await sql`alter table class_enrollments disable trigger seat_fits_student`.execute(community.db);
  await community.db.insertInto('classEnrollments').values({ classId, userId: kid.id }).execute();
  await sql`alter table class_enrollments enable trigger seat_fits_student`.execute(community.db);
  // The invariant says nothing about a class that is over.
  community.setNow(new Date('2032-01-01T10:00:00Z'));
  await community.close();
});

it('a community whose rows are untrue on purpose, or which has no guards, is not asked', async () => {
  for (const options of [{ untrueRows: 'a wallet of too many coins' }, { withoutGuards: 'select 1' }]) {
    const community = await newCommunity(options);
    await community.person();
    await sql`update wallets set balance = 51`.execute(community.db);
    await community.close();
  }
});
