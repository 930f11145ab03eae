import type { Ctx } from '../ctx.ts';
import type { SharedPages } from '../shared-pages/shared-pages.ts';

/** What every request carries along on its way through the application. */
export type ApiEnv = {
  Variables: {
    requestId: string;
    /** Where the request really comes from. */
    address: string;
    ctx: Ctx;
    /** What the session of the request is known by; null for a visitor, and where no session is remembered by it. */
    token: string | null;
    /** The pages that readers share, of this process. */
    pages: SharedPages;
  };
};
