import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { uuid } from '#shared/uuid.ts';

/** The path under which hooks of the library know it. */
export const openSessionPath = '/sign-in/letter';

/**
 * Lets the library open a session for an account that we have proved ourselves, with all of its hooks: bans, the second
 * factor, cookies. It has no address: only our own code can call it.
 */
export const sessionOpener = () => ({
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint(
      openSessionPath,
      { method: 'POST', body: z.object({ userId: uuid }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new APIError('NOT_FOUND', { code: 'accounts/link-invalid' });
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ token: session.token });
      },
    ),
  },
});
