import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { AgeGroup, Role, Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';

export type PersonTraits = {
  name?: string;
  role?: Role;
  /** Only with role teacher: an approved application. */
  verified?: boolean;
  tier?: Tier;
  ageGroup?: AgeGroup;
  languages?: LanguageCode[];
  level?: Level;
  zone?: string;
  coins?: number;
  /** Whether signing in would ask for a code; no code of it is known. */
  secondFactor?: boolean;
};

let people = 0;

/** Inserts a person and returns their id. By SQL, because hashing a password takes longer than a test. */
export async function insertPerson(db: Db, traits: PersonTraits): Promise<string> {
  const name = traits.name ?? `Persona ${++people}`;
  const { id } = await db
    .insertInto('users')
    .values({
      name,
      email: `${randomUUID()}@example.org`,
      twoFactorEnabled: traits.secondFactor ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = traits.role ?? 'student';
  if (role !== 'student') {
    await db.deleteFrom('userRoles').where('userId', '=', id).execute();
    await db.insertInto('userRoles').values({ userId: id, role }).execute();
  }
  if (role === 'teacher') {
    const verificationStatus = traits.verified ? 'approved' : 'pending';
    await db
      .insertInto('teacherProfiles')
      .values({ userId: id, bio: 'Enseño desde hace años.', languagesTaught: ['en'], verificationStatus })
      .execute();
  }
  if (traits.tier && traits.tier !== 'free') {
    await db.insertInto('userMemberships').values({ userId: id, tier: traits.tier }).execute();
  }
  await db
    .updateTable('profiles')
    .set({
      ageGroup: traits.ageGroup ?? 'adult',
      ageAnswered: true,
      languages: traits.languages ?? [],
      level: traits.level ?? null,
    })
    .where('userId', '=', id)
    .execute();
  if (traits.zone) await db.updateTable('users').set({ zone: traits.zone }).where('id', '=', id).execute();
  const more = (traits.coins ?? 50) - 50;
  if (more !== 0) {
    const kind = more > 0 ? 'admin_credit' : 'admin_debit';
    await sql`select * from append_to_ledger(${id}, ${more}, ${kind}, 'De prueba', 'test')`.execute(db);
  }
  return id;
}

/** Opens a session of a person and returns its cookie, signed with the server's secret. */
export async function insertSession(
  db: Db,
  userId: string,
  secret: string,
  seconds = 7 * 24 * 3600,
): Promise<string> {
  const token = randomUUID();
  const expiresAt = new Date(Date.now() + seconds * 1000);
  await db.insertInto('sessions').values({ userId, token, expiresAt }).execute();
  return `sumi.session_token=${await signed(token, secret)}`;
}

/** A cookie value signed the way the session library signs its own. */
async function signed(value: string, secret: string): Promise<string> {
  const encode = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encode.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign('HMAC', key, encode.encode(value));
  return encodeURIComponent(`${value}.${Buffer.from(signature).toString('base64')}`);
}
