import type { RefusalKind } from '#shared/refusal.ts';

/** The cup moves on while somebody reads or prepares it. */
export const boardChanged = {
  code: 'cup/board-changed',
  status: 409,
  message: 'El ranking cambió hace un momento. Revísalo de nuevo.',
} as const satisfies RefusalKind;

export const alreadyLive = {
  code: 'cup/already-live',
  status: 409,
  message: 'Este ranking ya se publicó.',
} as const satisfies RefusalKind;

export const emptyFile = {
  code: 'cup/empty-file',
  status: 422,
  message: 'El archivo está vacío.',
} as const satisfies RefusalKind;

export const notCsv = {
  code: 'cup/not-csv',
  status: 422,
  message: 'Esto no parece un CSV. Si viene de una hoja de cálculo, guárdala como CSV e intenta de nuevo.',
} as const satisfies RefusalKind;

/** `detail.most`: how many rows a file may have. */
export const tooManyRows = {
  code: 'cup/too-many-rows',
  status: 422,
  message: 'El archivo tiene demasiadas filas.',
} as const satisfies RefusalKind;

/** The user name stands on no row of the live board. */
export const noSuchRow = {
  code: 'cup/no-such-row',
  status: 422,
  message: 'No encontramos ese usuario en el ranking publicado.',
} as const satisfies RefusalKind;

export const rowTaken = {
  code: 'cup/row-taken',
  status: 409,
  message: 'Esa fila ya es de otra persona.',
} as const satisfies RefusalKind;

export const claimExists = {
  code: 'cup/claim-exists',
  status: 409,
  message: 'Ya pediste una fila.',
} as const satisfies RefusalKind;

export const claimDecided = {
  code: 'cup/claim-decided',
  status: 409,
  message: 'Esta petición ya se decidió.',
} as const satisfies RefusalKind;

export const ownClaim = {
  code: 'cup/own-claim',
  status: 403,
  message: 'Tu propia petición la decide otra persona.',
} as const satisfies RefusalKind;

export const noRows = {
  code: 'cup/no-rows',
  status: 422,
  message: 'No hay ninguna fila que publicar.',
} as const satisfies RefusalKind;
