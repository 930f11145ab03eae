import { z } from 'zod';
import { password, passwordAgain, signInAgain, wrongPassword } from '#features/accounts/contract.ts';
import { peopleRefusals } from '#features/people/contract.ts';
import { localeCodes } from '#shared/locales.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { longText } from '#shared/text.ts';

export const exportOwnData = operation({
  id: 'exportOwnData',
  method: 'post',
  path: '/api/privacy/export',
  summary:
    'Everything that is stored about the signed-in person, as a ZIP of JSON files with a page that explains them. Wants the password where they signed in more than a quarter of an hour ago.',
  body: z.object({ password: password.optional() }),
  answer: z.string(),
  refusals: [passwordAgain, signInAgain, wrongPassword, commonRefusals.tooMany],
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
    'Deletes the account of the signed-in person for good, given their password, if they have one, and their e-mail address typed out.',
  body: z.object({ password: password.optional(), typed: z.string().max(254) }),
  answer: z.object({ deleted: z.literal(true) }),
  refusals: [
    passwordAgain,
    signInAgain,
    wrongPassword,
    typedOtherwise,
    classesFirst,
    peopleRefusals.lastAdmin,
    commonRefusals.tooMany,
  ],
});

/** The name under which a browser saves the archive. */
export const archiveName = 'sumi.zip';

/** Another administrator has written a newer version since. */
export const policyChangedMeanwhile = {
  code: 'privacy/changed-meanwhile',
  status: 409,
} as const satisfies RefusalKind;

/** The community's own texts: terms and privacy. */
export const policyNames = ['terms', 'privacy'] as const;
export type PolicyName = (typeof policyNames)[number];

/** Plain text: an empty line ends a paragraph, a line that begins with `# ` is a heading. */
export const policy = z.object({
  name: z.enum(policyNames),
  /** The language of the text, which may be Spanish where the asked one has none of its own. */
  locale: z.enum(localeCodes),
  text: z.string(),
  /** How often administrators have written it in the asked language. */
  version: z.int(),
  /** When an administrator last changed it; null for the product's own text. */
  changedAt: z.iso.datetime().nullable(),
});
export type Policy = z.infer<typeof policy>;

const policyParams = z.object({ name: z.enum(policyNames) });

export const readPolicy = operation({
  id: 'readPolicy',
  method: 'get',
  path: '/api/privacy/policies/{name}',
  summary: 'The terms or the privacy notice in a language.',
  params: policyParams,
  query: z.object({ locale: z.enum(localeCodes).default('es') }),
  answer: policy,
});

export const changePolicy = operation({
  id: 'changePolicy',
  method: 'put',
  path: '/api/privacy/policies/{name}',
  summary: 'Writes a new version of the terms or the privacy notice in a language. Administrators only.',
  params: policyParams,
  /** `version` is the one that the administrator saw. */
  body: z.object({ locale: z.enum(localeCodes), text: longText(20_000), version: z.int().min(0) }),
  answer: policy,
  refusals: [policyChangedMeanwhile],
});
