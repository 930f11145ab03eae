import { sql } from 'kysely';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import { type Community, newCommunity, type Person } from '../community.ts';

export type SharedReadsScene = {
  /** Its own process keeps no pages. */
  community: Community;
  /** Sends a request over a port to a second process on the same database, which keeps pages. */
  keeping: Community['request'];
  /** Readers who differ in one trait of those that a shared page depends on; null for a visitor. */
  people: Record<string, Person | null>;
  admin: Person;
  publishBoard: (mostExperience: number) => Promise<void>;
};

/** In the morning of every zone of the scene, so that the clubs of the day are those of the next hours. */
export const start = new Date(`${new Date().toISOString().slice(0, 10)}T16:00:00Z`);

/** A community at `start` with two processes, every kind of reader, classes and a board of the cup. */
export async function sharedReadsScene(): Promise<SharedReadsScene> {
  const community = await newCommunity();
  community.setNow(start);
  const keeping = await community.anotherProcess({ sharedPages: true, listens: true });
  const admin = await community.person({ role: 'admin', name: 'Olga Admin' });
  const teacher = await community.person({ role: 'teacher', verified: true, name: 'Rosa Maestra' });
  const kid = await community.person({ ageGroup: 'kid', name: 'Xochitl Quiroz' });
  const taught = await community.person({ role: 'teacher', verified: true });
  const withRow = await community.person();
  const people = {
    'a visitor': null,
    'a student': await community.person({ name: 'Ana Alumna' }),
    'a student with a seat': await community.person(),
    'a student who is offered a seat': await community.person(),
    'a student who waits': await community.person(),
    'a student with another tier': await community.person({ tier: 'vip' }),
    'a student of another language': await community.person({ languages: ['fr'] }),
    'a student elsewhere': await community.person({ zone: 'Asia/Tokyo' }),
    'a kid': kid,
    'a kid without consent': await community.person({ ageGroup: 'kid' }),
    'a student who taught': taught,
    'a student with a claim': await community.person(),
    'a student with a row': withRow,
    'a teacher': teacher,
    'an administrator': admin,
  };
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', withRow.id).execute();
  const publishBoard = async (mostExperience: number) => {
    const ctx = await community.ctxFor(admin);
    const bytes = new TextEncoder().encode(boardOf(mostExperience, kid, withRow));
    const { boardId } = await previewCupImport(ctx, { season: '2026-11', readFile: async () => bytes });
    await commitCupImport(ctx, boardId);
  };
  await publishBoard(100);
  await insertClasses(community, teacher, taught);
  await insertVideos(community);
  await sql`delete from user_roles where user_id = ${taught.id} and role = 'teacher'`.execute(community.db);
  return { community, keeping, people, admin, publishBoard };
}

function boardOf(mostExperience: number, kid: Person, withRow: Person): string {
  return [
    'Full name,Username,Email,Language,Total XP',
    `Ana Alumna,ana,,English,${mostExperience}`,
    `Xochitl Quiroz,xochitlq,${kid.email},English,60`,
    `Con Fila,fila,${withRow.email},French,50`,
    'Beto Paz,beto,,French,40',
  ].join('\n');
}

/** Videos at an hour's distance, of which every fourth is for kids and the seventh waits for its approval. */
async function insertVideos({ db }: Community): Promise<void> {
  await sql`insert into videos (title, language, level, topics, source, source_id, moderation_status, is_for_kids, created_at)
    select 'Frases ' || n, (array['en', 'fr'])[1 + n / 3 % 2], (array['basic', 'advanced'])[1 + n / 6 % 2],
      array[(array['food', 'news'])[1 + n % 2]], 'upload', 'frases-' || n,
      case when n = 7 then 'pending' else 'approved' end, n % 4 = 0, ${start}::timestamptz - n * interval '1 hour'
    from generate_series(1, 30) n`.execute(db);
}

async function insertClasses(community: Community, teacher: Person, taught: Person): Promise<void> {
  const facts = { kind: 'club', title: 'Charla', description: '…' } as const;
  const teaches = { createdBy: teacher.id, language: 'en' } as const;
  for (const [hours, traits] of [
    [1, teaches],
    [3, { ...teaches, language: 'fr', requiredTier: 'premium' }],
    [3.5, { ...teaches, maxStudents: 1 }],
    [4, { ...teaches, createdBy: taught.id }],
    [26, { ...teaches, targetAudience: 'kid' }],
    [50, teaches],
    [51, { ...teaches, language: null }],
  ] as const) {
    const startsAt = new Date(start.getTime() + hours * 3_600_000);
    await community.db
      .insertInto('classes')
      .values({ ...facts, ...traits, startsAt })
      .execute();
  }
}
