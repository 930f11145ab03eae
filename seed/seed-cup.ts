import { readActor } from '#features/accounts/resolve-actor.ts';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { previewCupImport } from '#features/cup/import/preview-cup-import.ts';
import { seasonAt } from '#features/cup/rules.ts';
import { closeCupSeason } from '#features/cup/seasons/close-cup-season.ts';
import { lockCup } from '#features/cup/seasons/lock-cup.ts';
import type { Ctx } from '#server/ctx.ts';
import { findLanguage } from '#shared/languages.ts';
import { students } from './people.ts';
import { demoAdmin } from './seed-classes.ts';
import { addressOf, type People } from './seed-people.ts';

/** The header of the file that administrators export from the tool. */
const header =
  'Full name,Username,Email,Classroom,Language,Streak,Units completed,Total units in course,Percent completed,' +
  'Days active,Total XP,Time Spent Learning,Lessons,Stories,Other,Level Review,Ramp Up Challenge,Mistakes Review,' +
  'Practice,Listening exercises';

/** Languages the cup's tool has courses for. */
const courses = ['Inglés', 'Francés', 'Alemán', 'Italiano', 'Coreano', 'Ruso', 'Árabe', 'Esperanto'];

/** Students whose row of the cup is theirs by a confirmed claim. The first one is the student of the demo. */
const claimants = 8;

/**
 * Imports the cups of the last two months and of this one, as an administrator does. The first is closed: some winners
 * have claimed their row and are paid, and the prizes of the others wait. Last month's is over and waits to be closed,
 * on whichever day of a month the demo starts.
 */
export async function seedCup(outer: Ctx, people: People): Promise<void> {
  const ctx = { ...outer, actor: await readActor(outer, people.admin, crypto.randomUUID()) };
  const now = seasonAt(ctx.now);
  const last = monthBefore(now);
  const closed = monthBefore(last);
  await ctx.db
    .insertInto('cupClaims')
    .values(
      students.slice(0, claimants).map(({ name }) => ({
        userId: people.idOf(name),
        username: usernameOf(name),
        status: 'confirmed' as const,
        decidedAt: ctx.now,
        decidedBy: people.admin,
      })),
    )
    .execute();
  const boardId = await publish(ctx, closed, 23);
  await closeCupSeason(ctx, { season: closed, boardId });
  await publish(ctx, last, 46);
  await publish(ctx, now, 0);
}

/**
 * Publishes the boards of this month and of the last one that have none, as the administrator of the demo: after the
 * turn of a month a cup runs again, and one that is over waits to be closed. Without that administrator the cup is the
 * visitors'.
 */
export async function topUpCup(outer: Ctx): Promise<void> {
  const now = seasonAt(outer.now);
  const seasons = await outer.db
    .selectFrom('cupBoards')
    .select(({ cast }) => cast<string>('season', 'text').as('season'))
    .where('status', '<>', 'draft')
    .groupBy('season')
    .execute();
  const missing = [monthBefore(now), now].filter(
    (month) => !seasons.some(({ season }) => season.startsWith(month)),
  );
  if (missing.length === 0) return;
  const admin = await outer.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoAdmin)
    .where('role', '=', 'admin')
    .where('bannedAt', 'is', null)
    .executeTakeFirst();
  if (!admin) return;
  const ctx = { ...outer, actor: await readActor(outer, admin.id, crypto.randomUUID()) };
  // Else an administrator could publish another board between the preview and the commit, which would be refused.
  await lockCup(ctx, 'update');
  for (const [nth, month] of missing.entries()) await publish(ctx, month, 23 * (seasons.length + nth));
}

/** `2026-12` for `2027-01`. */
function monthBefore(season: string): string {
  const day = new Date(`${season}-01T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - 1);
  return day.toISOString().slice(0, 7);
}

/** Each month another `turn` of the students is ahead. */
async function publish(ctx: Ctx, season: string, turn: number): Promise<string> {
  const isRunning = season === seasonAt(ctx.now);
  const lines = students.map((student, at) => lineOf(student, at, { turn, isRunning }));
  const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
  const { boardId } = await previewCupImport(ctx, { season, readFile: async () => bytes });
  await commitCupImport(ctx, boardId);
  return boardId;
}

function usernameOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '_');
}

/** By its zeal, the row of the running month whose experience is out of all proportion to its time. */
const hasty = 44;

function lineOf(
  { name, languages, level }: (typeof students)[number],
  at: number,
  { turn, isRunning }: { turn: number; isRunning: boolean },
): string {
  const language = languages
    .map((code) => findLanguage(code)?.spanishName ?? '')
    .find((spanish) => courses.includes(spanish));
  // Distributed as in a real month: a few students practise a lot, many a little, and no two equally.
  const rank = (at * 37 + turn) % 48;
  const zeal = (rank + 1) / 48;
  const experience = Math.round(9200 * zeal ** 2.2 + 140 + at * 3);
  const streak = Math.round(zeal ** 1.6 * 120) + (at % 4);
  const total = { basic: 42, intermediate: 88, advanced: 120 }[level];
  const done = Math.min(total, Math.round(total * zeal * 0.9));
  const minutes = Math.round(experience / (rank === hasty && isRunning ? 140 : 11));
  return [
    `"${name}"`,
    usernameOf(name),
    // The user name identifies the row of a kid, which is shown under an alias.
    addressOf(name),
    'Sumi',
    language ?? 'Inglés',
    streak,
    done,
    total,
    `${Math.round((done / total) * 100)}%`,
    Math.min(20, Math.ceil(zeal * 20)),
    experience,
    `${Math.floor(minutes / 60)}h ${minutes % 60}m`,
    Math.round(experience / 15),
    Math.round(zeal * 12),
    Math.round(zeal * 6),
    at % 3,
    at % 5,
    Math.round(zeal * 9),
    Math.round(zeal * 30),
    Math.round(zeal * 14),
  ].join(',');
}
