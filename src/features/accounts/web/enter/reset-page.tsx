import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { useLinkToken } from './link-token.ts';
import { RequestReset } from './request-reset.tsx';

export const meta = () => pageMeta(i18n.t('reset.title', { ns: 'accounts' }));

/** For a forgotten password: asks for the letter, and with the token of its link for the new password. */
export default function ResetPage() {
  useTranslation('accounts');
  const token = useLinkToken();
  return token ? <ChooseNewPassword key={token} token={token} /> : <RequestReset />;
}
