import { z } from 'zod';
import { password, passwordAgain, wrongPassword } from '#features/accounts/contract.ts';
import { peopleRefusals } from '#features/people/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

export const exportOwnData = operation({
  id: 'exportOwnData',
  method: 'post',
  path: '/api/privacy/export',
  summary:
    'Everything that is stored about the signed-in person, as a ZIP of JSON files with a page that explains them. Wants the password where they signed in more than a quarter of an hour ago.',
  body: z.object({ password: password.optional() }),
  answer: z.string(),
  refusals: [passwordAgain, wrongPassword, commonRefusals.tooMany],
});

/** What a person loses with their account, and what keeps them from deleting it: a code, or null. */
export const deletionPreview = z.object({
  email: z.string(),
  coins: z.int(),
  /** Seats in coming classes and places in waiting lists. */
  seats: z.int(),
  orders: z.int(),
  certificates: z.int(),
  /** Whether a membership or subscription runs. */
  membership: z.boolean(),
  /** Coming classes that the person gives. */
  classesGiven: z.int(),
  /** What the community still owes a teacher, by currency. */
  owed: z.array(z.object({ currency: z.string(), cents: z.int() })),
  refused: z.string().nullable(),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

/** A teacher first cancels their coming classes or has them handed over. */
export const classesFirst = { code: 'privacy/classes-first', status: 409 } as const satisfies RefusalKind;

/** The typed address is not the account's. */
export const typedOtherwise = { code: 'privacy/typed-otherwise', status: 422 } as const satisfies RefusalKind;

export const previewDeletion = operation({
  id: 'previewDeletion',
  method: 'get',
  path: '/api/privacy/deletion',
  summary: 'What the signed-in person would lose with their account, and what keeps them from deleting it.',
  answer: deletionPreview,
});

export const deleteAccount = operation({
  id: 'deleteAccount',
  method: 'post',
  path: '/api/privacy/deletion',
  summary:
    'Deletes the account of the signed-in person for good, given their password and their e-mail address typed out.',
  body: z.object({ password, typed: z.string().max(254) }),
  answer: z.object({ deleted: z.literal(true) }),
  refusals: [wrongPassword, typedOtherwise, classesFirst, peopleRefusals.lastAdmin, commonRefusals.tooMany],
});

/** The name under which a browser saves the archive. */
export const archiveName = 'sumi.zip';
