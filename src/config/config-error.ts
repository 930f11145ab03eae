import { OperatorError } from '#server/operator-error.ts';

/** A wrong setting. */
export class ConfigError extends OperatorError {}
