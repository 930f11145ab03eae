import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';
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

/**
 * Inserts a person with a session, whose cookie is signed with the server's secret. By SQL, because hashing a password
 * takes longer than a test, and in one statement, because tests make thousands.
 */
export async function insertPerson(
  db: Db,
  traits: PersonTraits,
  { secret, seconds = aWeek }: { secret: string; seconds?: number },
): Promise<{ id: string; name: string; email: string; cookie: string }> {
  const { role = 'student', secondFactor = false, verified, zone, coins = 50 } = traits;
  const { ageGroup = 'adult', languages = [], level, tier = 'free' } = traits;
  const name = traits.name ?? `Persona ${++people}`;
  const email = `${randomUUID()}@example.org`;
  const token = randomUUID();
  const { rows } = await sql<{ id: string }>`select testing.insert_person(
    ${name}, ${email}, ${zone ?? null}, ${role}, ${secondFactor}, ${verified ? 'approved' : 'pending'}, ${tier},
    ${ageGroup}, ${languages}, ${level ?? null}, ${coins - 50}, ${token}, ${endOf(seconds)}) as id`.execute(
    db,
  );
  const { id } = onlyRow(rows);
  return { id, name, email, cookie: cookieOf(token, secret) };
}

/**
 * What `insertPerson` calls. The run's template has it; another database is given it after its migrations. A connection
 * keeps the plans that it makes here while the tables are empty, which without the setting read all people for each one
 * that is added.
 */
export const personFunction = `
  create schema if not exists testing;
  create or replace function testing.insert_person(person_name text, address text, at_home text, given_role text, second_factor boolean,
    status text, given_tier text, age text, spoken text[], reached text, more integer, token text, ends timestamptz)
  returns uuid language plpgsql set enable_seqscan = off as $$
  declare
    person uuid;
  begin
    insert into users (name, email, two_factor_enabled) values (person_name, address, second_factor) returning id into person;
    if at_home is not null then
      update users set zone = at_home where id = person;
    end if;
    if given_role <> 'student' then
      update user_roles set role = given_role where user_id = person;
    end if;
    if given_role = 'teacher' then
      insert into teacher_profiles (user_id, bio, languages_taught, verification_status)
        values (person, 'Enseño desde hace años.', array['en'], status);
    end if;
    if given_tier <> 'free' then
      insert into user_memberships (user_id, tier) values (person, given_tier);
    end if;
    update profiles set age_group = age, age_answered = true, languages = spoken, level = reached where user_id = person;
    if more <> 0 then
      perform append_to_ledger(person, more, case when more > 0 then 'admin_credit' else 'admin_debit' end, 'De prueba', 'test');
    end if;
    insert into sessions (user_id, token, expires_at) values (person, token, ends);
    return person;
  end $$`;

/** Opens a session of a person and returns its cookie, signed with the server's secret. */
export async function insertSession(
  db: Db,
  userId: string,
  secret: string,
  seconds = aWeek,
): Promise<string> {
  const token = randomUUID();
  await db
    .insertInto('sessions')
    .values({ userId, token, expiresAt: endOf(seconds) })
    .execute();
  return cookieOf(token, secret);
}

const aWeek = 7 * 24 * 3600;
const endOf = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** The cookie of a session, signed with the server's secret. */
export const cookieOf = (token: string, secret: string) => `sumi.session_token=${signed(token, secret)}`;

/** A cookie value signed the way the session library signs its own. */
function signed(value: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64');
  return encodeURIComponent(`${value}.${signature}`);
}
