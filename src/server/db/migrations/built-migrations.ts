/** A migration that a database has, with the hash of its file. */
export type RanMigration = { name: string; hash: string };

/**
 * The migrations that a build was made with. Null in the sources; the build puts its own here
 * (`vite.server.config.ts`).
 */
export const builtMigrations: readonly RanMigration[] | null = null;
