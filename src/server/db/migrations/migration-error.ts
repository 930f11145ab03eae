/** The database does not fit the migrations of this version. The message is one line for the operator. */
export class MigrationError extends Error {}
