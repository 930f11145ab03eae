import type { Ctx } from '../ctx.ts';
import type { SharedPages } from '../shared-pages/shared-pages.ts';

/** What every request carries along on its way through the application. */
export type ApiEnv = {
  Variables: {
    requestId: string;
    /** Where the request really comes from. */
    address: string;
    ctx: Ctx;
    /** The session that the request sent, valid or not, as the cookie of that session; null where it sent none. */
    token: string | null;
    /** When the session of a member ends, however much it is used, in milliseconds; null for a visitor. */
    sessionEnds: number | null;
    /**
     * Reads who asks and what time it is once more, into `ctx`: a sender decides how long a body takes to
     * arrive, and rights may be taken away meanwhile.
     */
    resolveAgain: () => Promise<void>;
    /** The pages that readers share, of this process. */
    pages: SharedPages;
  };
};
