import type { PasswordChecks } from '#features/accounts/sign-in/password-checks.ts';
import type { Files } from '#server/files/files.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveStream } from '#server/http/serve-stream.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import * as contract from './contract.ts';
import { deleteAccount } from './deletion/delete-account.ts';
import { previewDeletion } from './deletion/preview-deletion.ts';
import { exportOwnData } from './export/export-own-data.ts';
import { changePolicy } from './policies/change-policy.ts';
import { readPolicy } from './policies/read-policy.ts';
import type { KeptDays } from './rules.ts';

export type PrivacyParts = {
  passwords: Pick<PasswordChecks, 'verify'>;
  files: Files;
  /** What each feature stores about a person. */
  ownData: readonly OwnData[];
  /** What the privacy notice says of how long things are kept. */
  keptDays: KeptDays;
};

export function privacyRoutes(parts: PrivacyParts) {
  return (api: Api): void => {
    const zip = { type: 'application/zip', fileName: contract.archiveName };
    serveStream(api, contract.exportOwnData, zip, (ctx, { body }) =>
      exportOwnData(ctx, parts, body.password),
    );
    serve(api, contract.readPolicy, (ctx, { params, query }) =>
      readPolicy(ctx, parts.keptDays, { ...params, ...query }),
    );
    serve(api, contract.changePolicy, (ctx, { params, body }) =>
      changePolicy(ctx, parts.keptDays, { ...params, ...body }),
    );
    serve(api, contract.previewDeletion, (ctx) => previewDeletion(ctx));
    serve(api, contract.deleteAccount, (ctx, { body }) => deleteAccount(ctx, parts, body));
  };
}
