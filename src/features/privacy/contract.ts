import { z } from 'zod';
import { password, passwordAgain, wrongPassword } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';

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

/** The name under which a browser saves the archive. */
export const archiveName = 'sumi.zip';
