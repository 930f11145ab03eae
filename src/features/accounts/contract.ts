import { z } from 'zod';
import { ageGroups, roles, tiers } from '#shared/actor.ts';
import { localeCodes } from '#shared/locales.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { challenge as passkeyChallenge } from './passkeys/passkey-operations.ts';
import { newPhone, phoneCode, phonePassword, phoneRefusals } from './phones/phone-operations.ts';
import { providerIds } from './rules.ts';

/** What the signed-in person's own screens need to know of them. */
export const account = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** False where letters arrive and the address is not confirmed. */
  emailProved: z.boolean(),
  /** True also with the consent of a kid's guardian. */
  contactProved: z.boolean(),
  /** Whether signing in asks for a code as well. */
  secondFactor: z.boolean(),
  /** What the person signs in with: their e-mail and password, accounts of providers, a telephone, passkeys. */
  identities: z.array(
    z.object({
      id: uuid,
      provider: z.enum(['email', ...providerIds, 'phone', 'passkey']),
      createdAt: z.string(),
    }),
  ),
  /** The telephone that may get a code, as +52 55 1234 5678. */
  phone: z.string().nullable(),
  /** Second factors; one that is being set up is not verified yet. */
  factors: z.array(z.object({ factorType: z.literal('totp'), status: z.enum(['verified', 'unverified']) })),
  image: z.string().nullable(),
  role: z.enum(roles),
  /** An administrator who has to set up a second factor first; `role` is what they are until then. */
  factorDue: z.boolean(),
  verifiedTeacher: z.boolean(),
  tier: z.enum(tiers),
  /** Whether there is a membership, also the free tier given by hand. */
  hasMembership: z.boolean(),
  ageGroup: z.enum(ageGroups),
  /** False while the name is only the part of the address before the @, and the person has not kept it. */
  nameAnswered: z.boolean(),
  /** Whether the person said, or an administrator set, which age group is theirs. */
  ageAnswered: z.boolean(),
  /** False for a kid who joins no live class until their guardian consents. */
  guardianConsent: z.boolean(),
  /** True where an administrator revoked the consent, and records another one. */
  consentRevoked: z.boolean(),
  /** Where the guardian of a kid was asked. */
  guardianEmail: z.string().nullable(),
  languages: z.array(z.string()),
  zone: z.string(),
  locale: z.enum(localeCodes),
  createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof account>;

/** A password is never longer: hashing takes time, and no person types more. */
export const passwordMaxLength = 128;

export const emailAddress = z.email().max(254).toLowerCase();
export const password = z.string().min(1).max(passwordMaxLength);
const linkToken = z.string().max(200);

/** The password is too easy to guess; `reasons` lists `length` (with `min`) and `common`. */
export const weakPassword = { code: 'weak_password', status: 422 } as const satisfies RefusalKind;

export const wrongPassword = { code: 'accounts/wrong-password', status: 400 } as const satisfies RefusalKind;

/** The person signed in a while ago: what they ask for needs their password again. */
export const passwordAgain = { code: 'accounts/password-again', status: 403 } as const satisfies RefusalKind;

/** Like `passwordAgain`, for a person who has no password. */
export const signInAgain = { code: 'accounts/sign-in-again', status: 403 } as const satisfies RefusalKind;

/** Without this identity the person could not sign in any more. */
export const lastWayIn = { code: 'accounts/last-way-in', status: 409 } as const satisfies RefusalKind;

export const linkInvalid = { code: 'accounts/link-invalid', status: 404 } as const satisfies RefusalKind;

export const linkUsed = { code: 'accounts/link-used', status: 410 } as const satisfies RefusalKind;

export const linkExpired = { code: 'accounts/link-expired', status: 410 } as const satisfies RefusalKind;

/** Wrong, used or too old: which one is not said. */
export const letterCodeWrong = {
  code: 'accounts/letter-code-wrong',
  status: 401,
} as const satisfies RefusalKind;

/** As many letters went to the address today as strangers may ask for, whether or not it is an account's. */
export const lettersUsedUp = { code: 'accounts/letters-used-up', status: 429 } as const satisfies RefusalKind;

export const addressTaken = { code: 'accounts/address-taken', status: 409 } as const satisfies RefusalKind;

/** A step of a sign-in flow that only members take, without a session. */
export const sessionNotFound = { code: 'session_not_found', status: 401 } as const satisfies RefusalKind;

/** Live classes of a kid wait for the guardian's consent. */
export const guardianFirst = { code: 'accounts/guardian-first', status: 403 } as const satisfies RefusalKind;

/** What the person wants to do needs a proved address. */
export const confirmEmailFirst = {
  code: 'accounts/confirm-email-first',
  status: 403,
} as const satisfies RefusalKind;

export const alreadyVerified = {
  code: 'accounts/already-verified',
  status: 409,
} as const satisfies RefusalKind;

const linkRefusals = [linkInvalid, linkUsed, linkExpired];

export const readAccount = operation({
  id: 'readAccount',
  method: 'get',
  path: '/api/accounts/me',
  offline: true,
  summary: 'Who is signed in, or null for a visitor.',
  answer: z.object({ account: account.nullable() }),
});

export const listDemoSignIns = operation({
  id: 'listDemoSignIns',
  method: 'get',
  path: '/api/accounts/demo-sign-ins',
  summary: 'The sign-ins of the demo community; empty wherever real people live.',
  answer: z.object({
    signIns: z.array(z.object({ role: z.enum(roles), email: z.string(), password: z.string() })),
  }),
});

/** What becomes of letters: they come, the operator finds them as files, or only the operator can help. */
const mailKinds = ['sent', 'folder', 'none'] as const;

export const readSignInRules = operation({
  id: 'readSignInRules',
  method: 'get',
  path: '/api/accounts/sign-in-rules',
  summary:
    'What the sign-in pages need to know: the shortest password, what becomes of letters, with which services people may sign in, whether by passkeys and by codes to a telephone, and where to write to the community.',
  answer: z.object({
    passwordMinLength: z.number().int(),
    mail: z.enum(mailKinds),
    providers: z.array(z.object({ id: z.enum(providerIds), name: z.string() })),
    /** Whether browsers make passkeys for the address of this community. */
    passkeys: z.boolean(),
    /** Countries whose telephones get codes, and their prefixes; none where no text messages are sent. */
    phones: z.array(z.object({ country: z.string(), prefix: z.string() })),
    /** The WhatsApp number of the community, digits with the country code; empty where it has none. */
    contact: z.string(),
  }),
});

export const requestPasswordReset = operation({
  id: 'requestPasswordReset',
  method: 'post',
  path: '/api/accounts/password-reset',
  summary:
    'Asks for a letter with a link to a new password. The answer is the same for an address without an account. The link leads on to `from`, the page that the person wanted, where that is a path of this product.',
  body: z.object({ email: emailAddress, from: z.string().max(1000).optional() }),
  answer: z.object({ asked: z.boolean() }),
  refusals: [commonRefusals.tooMany, lettersUsedUp],
});

export const resetPassword = operation({
  id: 'resetPassword',
  method: 'put',
  path: '/api/accounts/password-reset',
  summary: "Sets a new password by a letter's link, once, and ends every session of the account.",
  body: z.object({ token: linkToken, password }),
  answer: z.object({ email: z.string() }),
  refusals: [...linkRefusals, weakPassword],
});

export const requestSignInLetter = operation({
  id: 'requestSignInLetter',
  method: 'post',
  path: '/api/accounts/sign-in-letter',
  summary:
    'Asks for a letter with a code and a link that sign in. The answer, a number under which the code is typed, is the same for an address without an account. Not where letters reach no reader. The link leads on to `from`, the page that the person wanted, where that is a path of this product.',
  body: z.object({ email: emailAddress, from: z.string().max(1000).optional() }),
  answer: z.object({ letter: uuid }),
  refusals: [commonRefusals.notFound, commonRefusals.tooMany, lettersUsedUp],
});

export const readLink = operation({
  id: 'readLink',
  method: 'post',
  path: '/api/accounts/links/read',
  summary:
    "Whether a letter's link can still be followed, to which address it went, for a guardian the kid's name, and for a new password its fewest characters.",
  body: z.object({ token: linkToken }),
  answer: z.object({
    email: z.string(),
    kid: z.string().nullable(),
    /** The path of the page on which the guardian refuses; null for a new password. */
    withdrawal: z.string().nullable(),
    passwordMinLength: z.int().nullable(),
  }),
  refusals: linkRefusals,
});

export const followLink = operation({
  id: 'followLink',
  method: 'post',
  path: '/api/accounts/links/follow',
  summary:
    "Follows a letter's link: confirms an address, changes it, makes the account that was asked for, or gives a guardian's consent.",
  body: z.object({ token: linkToken }),
  answer: z.object({
    did: z.enum(['verify-email', 'change-email', 'sign-up', 'guardian-consent']),
    email: z.string(),
  }),
  refusals: [...linkRefusals, addressTaken],
});

export const sendVerification = operation({
  id: 'sendVerification',
  method: 'post',
  path: '/api/accounts/verification',
  summary: "Sends the letter that confirms the signed-in person's address, again.",
  answer: z.object({ asked: z.boolean() }),
  refusals: [alreadyVerified, commonRefusals.tooMany, lettersUsedUp],
});

export const requestEmailChange = operation({
  id: 'requestEmailChange',
  method: 'post',
  path: '/api/accounts/email-change',
  summary:
    'Sends a letter to another address; the account moves there once its link is followed. Wants the password, or of a person without one that they signed in within the last quarter of an hour.',
  body: z.object({ email: emailAddress, password: password.optional() }),
  answer: z.object({ asked: z.boolean() }),
  refusals: [passwordAgain, signInAgain, wrongPassword, commonRefusals.tooMany, lettersUsedUp],
});

export const unlinkIdentity = operation({
  id: 'unlinkIdentity',
  method: 'post',
  path: '/api/accounts/identities/{id}/removal',
  summary:
    'Takes an account of a provider off the signed-in person, who keeps another way in. Wants the password where they signed in more than a quarter of an hour ago.',
  params: z.object({ id: uuid }),
  body: z.object({ password: password.optional() }),
  answer: z.object({ unlinked: z.literal(true) }),
  refusals: [passwordAgain, signInAgain, wrongPassword, lastWayIn, commonRefusals.tooMany],
});

export const beginPasskey = operation({
  id: 'beginPasskey',
  method: 'post',
  path: '/api/accounts/passkeys/challenges',
  summary:
    'What a device of the signed-in person is asked to sign to become a passkey. Wants the password where they signed in more than a quarter of an hour ago.',
  body: z.object({ password: password.optional() }),
  answer: z.object({
    ...passkeyChallenge,
    userHandle: z.string(),
    email: z.string(),
    name: z.string(),
    /** Passkeys that are there already, which the device does not add again. */
    registered: z.array(z.string()),
  }),
  refusals: [confirmEmailFirst, passwordAgain, signInAgain, wrongPassword, commonRefusals.tooMany],
});

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'post',
  path: '/api/accounts/passkeys/{id}/removal',
  summary:
    "Removes one of the reader's passkeys and signs their other devices out, of which one may be lost. Wants the password as `beginPasskey` does. The owner is told by a letter.",
  params: z.object({ id: uuid }),
  body: z.object({ password: password.optional() }),
  answer: z.object({ removed: z.literal(true) }),
  refusals: [commonRefusals.notFound, passwordAgain, signInAgain, wrongPassword, commonRefusals.tooMany],
});

export const beginPhone = operation({
  id: 'beginPhone',
  method: 'post',
  path: '/api/accounts/phone/codes',
  summary:
    'Sends a code to a telephone that the signed-in person wants to sign in with. Wants the password where they signed in more than a quarter of an hour ago.',
  body: newPhone,
  answer: z.object({ sms: uuid }),
  refusals: [
    commonRefusals.notFound,
    confirmEmailFirst,
    passwordAgain,
    signInAgain,
    wrongPassword,
    commonRefusals.tooMany,
    phoneRefusals.invalid,
    phoneRefusals.country,
    phoneRefusals.usedUp,
    phoneRefusals.known,
  ],
});

export const addPhone = operation({
  id: 'addPhone',
  method: 'put',
  path: '/api/accounts/phone',
  summary: 'Adds the telephone that got a code, by that code. The owner is told by a letter.',
  body: phoneCode,
  answer: z.object({ phone: z.string() }),
  refusals: [
    letterCodeWrong,
    commonRefusals.notFound,
    commonRefusals.tooMany,
    phoneRefusals.taken,
    phoneRefusals.known,
  ],
});

export const removePhone = operation({
  id: 'removePhone',
  method: 'post',
  path: '/api/accounts/phone/removal',
  summary:
    "Removes the signed-in person's telephone and signs their other devices out. Wants the password as `beginPhone` does. The owner is told by a letter.",
  body: phonePassword,
  answer: z.object({ removed: z.literal(true) }),
  refusals: [commonRefusals.notFound, passwordAgain, signInAgain, wrongPassword, commonRefusals.tooMany],
});

/**
 * The sign-in flows under `/api/auth` that are open, and what they are for; the library behind them has
 * more, and whatever is not listed here answers 404.
 */
export const openAuthPaths = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'POST /change-password',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'POST /sign-in/letter',
  'POST /sign-in/passkey',
  'POST /sign-in/phone',
  'POST /sign-in/social',
  'POST /link-social',
  'GET /token',
  'GET /jwks',
  'GET /callback/google',
  'GET /callback/microsoft',
  'GET /callback/apple',
  'GET /callback/oidc',
] as const;
export type OpenAuthPath = (typeof openAuthPaths)[number];

export * from './invitations/invitation-operations.ts';
export * from './passkeys/passkey-operations.ts';
export * from './phones/phone-operations.ts';
