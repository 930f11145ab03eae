import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { type Actor, type Tier, visitor } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { rememberedActors } from './remembered-actors.ts';
import type { Authentication } from './sign-in/create-authentication.ts';

/** Browsers send a few hundred characters; what is longer is not ours. */
const longestCookie = 8192;

export type ResolvedActor = { actor: Actor; refresh?: readonly string[] };

/**
 * Says who sent a request. The session cookie is the only thing believed, or, where the organiser lets apps in, the
 * token one of them sends instead; rights are read from the database, not from either. A session that was used for a
 * day is prolonged, and its new cookie is handed back in `refresh`.
 */
export function createActorResolver(
  db: Db,
  authentication: Authentication,
  { nativeTokens }: { nativeTokens: boolean },
) {
  return async function resolveActor(request: Request, now: Date): Promise<ResolvedActor> {
    // The whole header is the key: whatever the library reads out of it, the same header means the same person.
    const given = (nativeTokens && sessionToken(request.headers)) || sessionCookie(request.headers);
    if (!given) return { actor: visitor };
    const [name, value] = given;
    const remembered = rememberedActors.recall(value, now.getTime());
    if (remembered) return { actor: remembered };

    const era = rememberedActors.era();
    const { response, headers } = await askLibrary(authentication, new Headers([[name, value]]));
    const session = response?.session;
    const actor = session ? await readActor({ db, now }, session.userId, session.id) : visitor;
    // Strangers are not worth memory: telling that a signature is wrong asks nobody.
    if (actor.kind === 'member') rememberedActors.remember(value, actor, now.getTime(), era);
    return { actor, ...(name === 'cookie' && { refresh: headers.getSetCookie() }) };
  };
}

type Given = [name: 'cookie' | 'authorization', value: string];

function sessionCookie(headers: Headers): Given | null {
  const cookie = headers.get('cookie');
  return cookie?.includes('sumi.session_token=') && cookie.length <= longestCookie
    ? ['cookie', cookie]
    : null;
}

function sessionToken(headers: Headers): Given | null {
  const authorization = headers.get('authorization');
  return authorization && /^bearer \S{20,300}$/i.test(authorization)
    ? ['authorization', authorization]
    : null;
}

/** The library hides a database that is away behind an error of its own. */
async function askLibrary(authentication: Authentication, headers: Headers) {
  try {
    return await authentication.api.getSession({ headers, returnHeaders: true });
  } catch (error) {
    const hidden = error instanceof APIError && error.body?.code === 'FAILED_TO_GET_SESSION';
    throw hidden ? new Refusal(commonRefusals.busy) : error;
  }
}

/** The person's rights as they stand at that instant; a visitor when they are banned or gone. */
export async function readActor(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  sessionId: string,
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
      'users.zone',
      'profiles.ageGroup',
      'profiles.languages',
      'inForce.tier',
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
  return {
    kind: 'member',
    userId,
    sessionId,
    role: row.role,
    // Only adults teach, also when the account was taken for an adult's as its application was approved.
    verifiedTeacher: isVerified && ageGroup === 'adult',
    tier: row.tier ?? 'free',
    ageGroup,
    languages: row.languages,
    zone: row.zone,
  };
}
