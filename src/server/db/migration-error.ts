/** The database does not fit the migrations of this version. The message is one line for the administrator. */
export class MigrationError extends Error {}
