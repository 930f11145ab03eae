import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';

export const phoneRefusals = {
  /** No number of a mobile phone; or one of a country to which this community sends none. */
  invalid: { code: 'accounts/phone-invalid', status: 422 },
  country: { code: 'accounts/phone-country', status: 422 },
  /** As many messages were sent today as the community pays for, or as strangers may ask for to one telephone. */
  usedUp: { code: 'accounts/sms-used-up', status: 429 },
  /** The person has a number already. */
  known: { code: 'accounts/phone-known', status: 409 },
  /** The number is proved, and another account's. Only a person who holds the telephone is told. */
  taken: { code: 'accounts/phone-taken', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** A number as a person types it, in their country's way or with + and its prefix. */
const typedNumber = { country: z.string().regex(/^[A-Z]{2}$/), number: z.string().min(1).max(40) };
export type TypedNumber = { country: string; number: string };

/** Six digits, typed with or without a space between them. */
export const typedCode = z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/);

const again = z.string().min(1).max(128).optional();

export const requestSignInSms = operation({
  id: 'requestSignInSms',
  method: 'post',
  path: '/api/accounts/sign-in-sms',
  summary:
    'Asks for a text message with a code that signs in at `POST /api/auth/sign-in/phone`. The answer, a number under which the code is typed, is the same for a telephone of no account. Only where the community sends text messages.',
  body: z.object(typedNumber),
  answer: z.object({ sms: uuid }),
  refusals: [
    commonRefusals.notFound,
    commonRefusals.tooMany,
    phoneRefusals.invalid,
    phoneRefusals.country,
    phoneRefusals.usedUp,
  ],
});

/** What `beginPhone` asks for; its refusals beyond these are those of every new way in. */
export const newPhone = z.object({ ...typedNumber, password: again });
export const phoneCode = z.object({ sms: uuid, code: typedCode });
export const phonePassword = z.object({ password: again });
