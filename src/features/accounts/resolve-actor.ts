import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { type Actor, type Tier, visitor } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { lacksFactor } from './rules.ts';
import type { RememberedActors } from './sessions/remembered-actors.ts';
import { sessionReader } from './sessions/sent-session.ts';
import type { AuthenticationSettings } from './sign-in/authentication-settings.ts';
import type { Authentication } from './sign-in/create-authentication.ts';

/**
 * `token` is the session that the request sent, valid or not, as the cookie that the library reads; null where it sent
 * none. `sessionEnds` is when a member's session ends, however much it is used, in milliseconds.
 */
export type ResolvedActor = {
  actor: Actor;
  token: string | null;
  sessionEnds: number | null;
  refresh?: readonly string[];
};

/**
 * Resolves the actor of a request from the session cookie alone, or from an app's bearer token where the operator
 * allows them. Rights are read from the database, not from the cookie or token. A session in use is prolonged once a
 * day; its new cookie is answered in `refresh`. One that has reached its age is deleted here, so it is over at that
 * moment for everything that reads sessions, the library too, and not only once a chore has run.
 */
export function createActorResolver(
  { db, actors }: { db: Db; actors: RememberedActors },
  authentication: Authentication,
  settings: Pick<AuthenticationSettings, 'nativeTokens' | 'mail' | 'requireSecondFactor' | 'sessionMaxDays'>,
) {
  const { nativeTokens, mail, requireSecondFactor, sessionMaxDays } = settings;
  const rights = { lettersArrive: mail === 'sent', requireSecondFactor };
  const reader = authentication.$context.then(({ authCookies }) =>
    sessionReader(authCookies.sessionToken.name, { nativeTokens }),
  );
  return async function resolveActor(request: Request, now: Date): Promise<ResolvedActor> {
    // The library is given this cookie alone, so it reads the same person from the same cache key.
    const sent = (await reader)(request.headers);
    if (!sent) return { actor: visitor, token: null, sessionEnds: null };
    const { token, isCookie } = sent;
    const remembered = actors.recall(token, now.getTime());
    if (remembered) return { actor: remembered.actor, token, sessionEnds: remembered.ends };

    const generation = actors.generation();
    const given = new Headers({ cookie: token });
    let { response, headers } = await readSession(authentication, given);
    const endOf = (session: { createdAt: Date }) => session.createdAt.getTime() + sessionMaxDays * dayMs;
    if (response && endOf(response.session) <= now.getTime()) {
      await db.deleteFrom('sessions').where('id', '=', response.session.id).execute();
      ({ response, headers } = await readSession(authentication, given));
    }
    const session = response?.session;
    const sessionEnds = session ? endOf(session) : null;
    const actor = session ? await readActor({ db, now }, session.userId, session.id, rights) : visitor;
    // Visitors are not cached: checking a wrong signature needs no query.
    if (actor.kind === 'member' && sessionEnds !== null)
      actors.remember(token, { actor, ends: sessionEnds }, now.getTime(), generation);
    return {
      actor,
      token,
      sessionEnds,
      ...(isCookie && { refresh: headers.getSetCookie() }),
    };
  };
}

/** The library hides an unreachable database behind an error of its own. */
async function readSession(authentication: Authentication, headers: Headers) {
  try {
    return await authentication.api.getSession({ headers, returnHeaders: true });
  } catch (error) {
    const hidden = error instanceof APIError && error.body?.code === 'FAILED_TO_GET_SESSION';
    throw hidden ? new Refusal(commonRefusals.busy) : error;
  }
}

/**
 * The person's rights as they stand at that instant; a visitor when they are banned or gone. Without letters no address
 * can be confirmed, so every address counts as proved. Where administrators need a second factor, one without it has
 * the rights of their other roles: no operation has to ask for the factor, and none can forget to.
 */
export async function readActor(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  sessionId: string,
  { lettersArrive = false, requireSecondFactor = false } = {},
): Promise<Actor> {
  const row = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('teacherProfiles', 'teacherProfiles.userId', 'users.id')
    .leftJoin(
      sql<{ userId: string; tier: Tier }>`tiers_in_force(${now})`.as<'inForce'>('inForce'),
      'inForce.userId',
      'users.id',
    )
    .select([
      'users.role',
      'users.emailVerified',
      'users.twoFactorEnabled',
      'users.zone',
      'profiles.ageGroup',
      'profiles.languages',
      'inForce.tier',
      sql<boolean>`has_proved_contact(users.id)`.as('contactProved'),
      sql<boolean>`may_join_live(profiles.age_group, users.id)`.as('guardianConsent'),
      'teacherProfiles.verificationStatus',
      sql<boolean>`exists (select from user_roles where user_id = users.id and role = 'teacher')`.as(
        'teaches',
      ),
    ])
    .where('users.id', '=', userId)
    .where('users.bannedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return visitor;
  const { ageGroup } = row;
  const isVerified = row.teaches && row.verificationStatus === 'approved';
  const factorDue = lacksFactor(row, requireSecondFactor);
  return {
    kind: 'member',
    userId,
    sessionId,
    role: factorDue ? (row.teaches ? 'teacher' : 'student') : row.role,
    ...(factorDue && { factorDue: true }),
    emailProved: row.emailVerified || !lettersArrive,
    contactProved: row.contactProved || !lettersArrive,
    // Only adults teach, also when the account was marked as a kid's after its application was approved.
    verifiedTeacher: isVerified && ageGroup === 'adult',
    tier: row.tier ?? 'free',
    ageGroup,
    guardianConsent: row.guardianConsent,
    languages: row.languages,
    zone: row.zone,
  };
}

/** Whether a request's cookies hold a session, over TLS or not: only a guess, before the database is asked whose. */
export function mayBeSignedIn(cookies: string): boolean {
  return /(^|;\s*)(__Secure-)?sumi\.session_token=/.test(cookies);
}
