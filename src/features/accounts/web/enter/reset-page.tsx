import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { ChooseNewPassword } from './choose-new-password.tsx';
import { useLinkToken } from './link-token.ts';
import { RequestReset } from './request-reset.tsx';

export function meta() {
  return [{ title: `${i18n.t('reset.title', { ns: 'accounts' })} · Sumi` }];
}

/** A way back in for who forgot their password: asks for the letter, and takes the new password its link leads to. */
export default function ResetPage() {
  useTranslation('accounts');
  const token = useLinkToken();
  return token ? <ChooseNewPassword key={token} token={token} /> : <RequestReset />;
}
