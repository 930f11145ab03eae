// Schemas would otherwise try to compile themselves with `new Function`, which the pages' security policy
// forbids; trying is enough for the browser to report it. Zod reads this when a page that validates loads it: a call of
// `z.config` here would have every page load Zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
