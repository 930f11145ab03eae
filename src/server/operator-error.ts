/**
 * What the operator can put right. The message is one line that says what happened and what to do; programs print it
 * without a stack.
 */
export class OperatorError extends Error {}
