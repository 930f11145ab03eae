import type { Ctx } from '#server/ctx.ts';
import { students, teachers } from './people.ts';

/** The inserted people. */
export type People = {
  /** The id of a person. @throws Error where no person of the demo has the name */
  readonly idOf: (name: string) => string;
  readonly students: readonly string[];
  readonly admin: string;
};

/** Inserts the administrator, the teachers and the students; the first of each has the address of a sign-in. */
export async function seedPeople(
  ctx: Ctx,
  [studentEmail, teacherEmail, adminEmail]: readonly string[],
): Promise<People> {
  const byName = new Map<string, string>();
  const join = async (name: string, email: string, weeksAgo: number) => {
    const { id } = await ctx.db
      .insertInto('users')
      .values({ name, email, emailVerified: true, createdAt: weeksBefore(ctx.now, weeksAgo), image: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    byName.set(name, id);
    return id;
  };

  const admin = await join('Lucía Barragán', adminEmail ?? '', 60);
  await giveRole(ctx, admin, 'admin');
  for (const [at, teacher] of teachers.entries()) {
    const id = await join(
      teacher.name,
      at === 0 && teacherEmail ? teacherEmail : addressOf(teacher.name),
      50 - at * 3,
    );
    await giveRole(ctx, id, 'teacher');
    await ctx.db
      .insertInto('teacherProfiles')
      .values({
        userId: id,
        bio: teacher.bio,
        languagesTaught: [...teacher.teaches],
        specialties: [...teacher.specialties],
        experienceYears: teacher.years,
        verificationStatus: teacher.status,
      })
      .execute();
    await ctx.db.updateTable('users').set({ zone: 'America/Bogota' }).where('id', '=', id).execute();
  }
  const learners: string[] = [];
  for (const [at, { name, tier, kid, country, zone, languages, level }] of students.entries()) {
    const id = await join(
      name,
      at === 0 && studentEmail ? studentEmail : addressOf(name),
      (students.length - at) * 0.8,
    );
    learners.push(id);
    await ctx.db
      .updateTable('profiles')
      .set({ country, level, languages: [...languages], ageGroup: kid ? 'kid' : 'adult', ageAnswered: true })
      .where('userId', '=', id)
      .execute();
    await ctx.db.updateTable('users').set({ zone }).where('id', '=', id).execute();
    if (tier !== 'free') await ctx.db.insertInto('userMemberships').values({ userId: id, tier }).execute();
  }
  const idOf = (name: string) => {
    const id = byName.get(name);
    if (!id) throw new Error(`the demo has no person of the name "${name}"`);
    return id;
  };
  return { idOf, students: learners, admin };
}

async function giveRole({ db }: Ctx, userId: string, role: 'teacher' | 'admin'): Promise<void> {
  await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await db.insertInto('userRoles').values({ userId, role }).execute();
}

/** `María José Ortega` becomes `maria.jose.ortega@demo.example`. */
export function addressOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `${plain.replace(/[^a-z]+/g, '.')}@demo.example`;
}

function weeksBefore(now: Date, weeks: number): Date {
  return new Date(now.getTime() - weeks * 7 * 24 * 3600 * 1000);
}
