import { z } from 'zod';

// Schemas would otherwise try to compile themselves with `new Function`, which the pages' security policy
// forbids; trying is enough for the browser to report it.
z.config({ jitless: true });
