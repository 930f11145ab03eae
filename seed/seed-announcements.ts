import { announcementsAddress } from '#features/announcements/rules.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { dayMs } from '#shared/time/durations.ts';
import { demoAdmin, demoStudent } from './seed-classes.ts';

/** What the demo's administrator told everybody, and how many days ago. */
const announcements = [
  {
    daysAgo: 2,
    title: 'Este mes la copa reparte escudos',
    words:
      'Además de los premios de siempre, sorteamos tres escudos de racha entre quienes reclamen su fila antes del día 20.\n\nSi todavía no encuentras la tuya, escríbenos y la buscamos juntos.',
  },
  {
    daysAgo: 11,
    title: 'Gracias por la noche de cine',
    words:
      'Fuimos 43 personas en la noche de cine en inglés. La próxima es en portugués: voten por la película en el club del jueves.',
  },
] as const;

/** Writes them, and tells the demo's student of the newest one, without letters to people who do not exist. */
export async function seedAnnouncements(ctx: Ctx): Promise<void> {
  const idOf = async (email: string) => {
    const person = ctx.db.selectFrom('users').select('id').where('email', '=', email);
    return (await person.executeTakeFirstOrThrow()).id;
  };
  const authorId = await idOf(demoAdmin);
  const { people } = await ctx.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('id', '<>', authorId)
    .executeTakeFirstOrThrow();
  for (const { daysAgo, title, words } of announcements) {
    const postedAt = new Date(ctx.now.getTime() - daysAgo * dayMs);
    await ctx.db
      .insertInto('announcements')
      .values({ title, words, audience: 'everybody', authorId, postedAt, told: people, toldAt: postedAt })
      .execute();
  }
  const [{ title, words }] = announcements;
  await notify(ctx, {
    to: [await idOf(demoStudent)],
    kind: 'announcements.posted',
    detail: { title, message: words },
    link: announcementsAddress,
  });
}
