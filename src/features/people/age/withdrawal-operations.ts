import { z } from 'zod';
import { linkInvalid, linkUsed } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';

const body = z.object({ token: z.string().max(200) });

export const readWithdrawal = operation({
  id: 'readWithdrawal',
  method: 'post',
  path: '/api/people/withdrawals/read',
  summary:
    "Whether a guardian's link can still refuse or withdraw a consent, for which kid, and whether it was given.",
  body,
  answer: z.object({ kid: z.string(), given: z.boolean() }),
  refusals: [linkInvalid, linkUsed],
});

export const withdrawConsent = operation({
  id: 'withdrawConsent',
  method: 'post',
  path: '/api/people/withdrawals',
  summary:
    "Refuses or withdraws a guardian's consent by the link of a letter, without signing in, and gives back the kid's seats.",
  body,
  answer: z.object({ kid: z.string() }),
  refusals: [linkInvalid, linkUsed, commonRefusals.notFound],
});
