import type { RefusalKind } from '#shared/refusal.ts';

/** Another board became live since the reader's first page or the administrator's preview. */
export const boardChanged = { code: 'cup/board-changed', status: 409 } as const satisfies RefusalKind;

export const alreadyLive = { code: 'cup/already-live', status: 409 } as const satisfies RefusalKind;

export const emptyFile = { code: 'cup/empty-file', status: 422 } as const satisfies RefusalKind;

export const notCsv = { code: 'cup/not-csv', status: 422 } as const satisfies RefusalKind;

/** `detail.most`: how many rows a file may have. */
export const tooManyRows = { code: 'cup/too-many-rows', status: 422 } as const satisfies RefusalKind;

/**
 * No row has the user name: of the live board or with a prize that waits, for a claim; of the month's board, for a
 * hold.
 */
export const noSuchRow = { code: 'cup/no-such-row', status: 422 } as const satisfies RefusalKind;

export const rowTaken = { code: 'cup/row-taken', status: 409 } as const satisfies RefusalKind;

export const claimExists = { code: 'cup/claim-exists', status: 409 } as const satisfies RefusalKind;

/** A published board has the row beside one that is the person's already. */
export const secondRow = { code: 'cup/second-row', status: 409 } as const satisfies RefusalKind;

export const claimDecided = { code: 'cup/claim-decided', status: 409 } as const satisfies RefusalKind;

export const ownClaim = { code: 'cup/own-claim', status: 403 } as const satisfies RefusalKind;

export const noRows = { code: 'cup/no-rows', status: 422 } as const satisfies RefusalKind;

/** The month of the cup is closed: its board stays as it is. */
export const seasonClosed = { code: 'cup/season-closed', status: 409 } as const satisfies RefusalKind;

/** The month is not over yet. */
export const seasonRunning = { code: 'cup/season-running', status: 409 } as const satisfies RefusalKind;
