/** A wrong setting. The message is one line for the organiser. */
export class ConfigError extends Error {}
